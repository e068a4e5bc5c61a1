import type { Unit } from '../../emulator/engine/kernel/unit/definition.ts'
import type { WireRequest } from '../../emulator/engine/kernel/wire.ts'

const encoder = new TextEncoder()
const callers = ['svc-key-ada-admin', 'svc-key-bot-write', 'svc-key-acme-write', 'svc-key-none']
const records: Readonly<Record<string, string>> = {
  user_id: 'me',
  org_id: 'acme',
  blob_id: 'weights',
  revision_id: '00000000-0000-4000-8000-0000000000e2',
  target: 'org',
  target_id: 'acme',
  session_id: 'run-01',
  schedule_id: 'every-01',
  definition_id: 'ingest',
  thread_id: 'main',
  alias: 'tags',
  name: 'file',
  limit: '5',
}

/**
 * Requests to every unit with values of the starter world, by four callers and with an invalid body: admitted and
 * refused ones.
 */
export function requestsFor(units: readonly Unit[]): WireRequest[] {
  return units.flatMap((unit) => {
    const path = unit.path.replace(/:(\w+)/g, (_, name: string) => records[name] ?? 'unknown')
    const fields = Object.keys(unit.bodySchema.entries).filter(
      (name) => records[name] !== undefined && name !== 'limit',
    )
    const body = JSON.stringify(Object.fromEntries(fields.map((name) => [name, records[name]])))
    const common = { method: unit.method, url: `/v1${path}` }
    const sent = callers.map((key) => ({
      ...common,
      headers: makeHeaders(key),
      body: unit.method === 'GET' ? null : encoder.encode(body),
    }))
    return [
      ...sent,
      {
        ...common,
        headers: makeHeaders(callers[0]!),
        body: unit.method === 'GET' ? null : encoder.encode('{"nothing":null}'),
      },
    ]
  })
}

function makeHeaders(key: string): string[] {
  return ['x-api-key', key, 'content-type', 'application/json', 'x-request-body', '{}']
}
