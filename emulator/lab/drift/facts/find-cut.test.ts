import { expect, it } from 'vitest'
import { createEmulator } from '../../../index.ts'
import type { StatementId } from '../../../engine/coverage/statements.ts'
import { findUnit } from '../find-unit.ts'
import type { AskedRequest, AskedHttp, ComparedExchange, ObservedExchange } from '../asked.ts'
import type { HttpObservation } from '../observation.ts'
import { collectFacts } from './collect-facts.ts'
import { findCut } from './find-cut.ts'

const caller = { name: 'main', credentials: { 'x-api-key': 'svc-key-ada-admin' } }
const first: AskedHttp = {
  via: 'http',
  probe: 'test',
  caller,
  method: 'PUT',
  path: '/blobs/acme/weights/metadata/tags',
  headers: { 'content-type': 'application/json' },
  body: '{"a":"b"}',
}

it.each([
  [{}, 1_048_576],
  [{ unpaginated_bytes: 1_000_000 }, 1_000_000],
  [{ unpaginated_bytes: 500_000 }, 500_000],
  [{ unpaginated_bytes: 500_000, unpaginated_from: 'newest' as const }, 500_000],
])('finds where a service with %j cuts', async (settings, bytes) => {
  const [target, twin] = [createEmulator({ settings }), createEmulator()]
  const compared: ComparedExchange[] = []
  const ask = async (asked: AskedRequest): Promise<HttpObservation> => {
    const observe = async (emulator: typeof target): Promise<HttpObservation> => {
      const { method, path, body, headers } = asked as AskedHttp
      const init = {
        method,
        headers: { ...headers, ...caller.credentials },
        ...(body !== undefined && { body: body as string }),
      }
      const response = await emulator.fetch(`/v1${path}`, init)
      const answered = Object.fromEntries(response.headers)
      return {
        kind: 'http',
        status: response.status,
        headers: answered,
        bytes: new Uint8Array(await response.arrayBuffer()),
      }
    }
    const exchange: ObservedExchange = { number: compared.length + 1, asked, observation: await observe(target) }
    const observation = await observe(twin)
    const statements = twin.journal.entries().at(-1)!.assumptions as StatementId[]
    compared.push({ exchange, twin: { observation, statements, unit: findUnit(asked) } })
    return exchange.observation as HttpObservation
  }
  await ask(first)
  await findCut(
    compared.map(({ exchange }) => exchange),
    ask,
  )
  const facts = collectFacts(compared, '2026-11-23')
  expect(facts.find(({ setting }) => setting === 'unpaginated_bytes')?.observed).toBe(bytes)
})
