import type { Example } from './documents/example.ts'
import type { FactsDocument } from './facts/facts.ts'
import { createEmulator, type Emulator } from './emulator.ts'
import type { Unit } from '../engine/kernel/unit/definition.ts'
import type { Sample } from '../engine/kernel/unit/sample.ts'
import { findHeader, type WireResponse } from '../engine/kernel/wire.ts'
import { handle } from './dispatch.ts'

/** Makes an example for each unit, on a starter world of its own, so that examples are deterministic. */
export function examplesFor(units: readonly Unit[], facts?: FactsDocument): ReadonlyMap<Unit, Example> {
  const base = createEmulator({ journal: false, facts })
  const found = new Map<Unit, Example>()
  for (const unit of units) if (unit.sample !== undefined) found.set(unit, exampleOn(base.fork(), unit, unit.sample))
  return found
}

function exampleOn(emulator: Emulator, unit: Unit, sample: Sample): Example {
  const response = handle(emulator, sampleRequest(unit, sample)) as WireResponse
  return { sample, status: response.status, answer: readAnswer(response) }
}

const encoder = new TextEncoder()

/** A sample in its wire form. */
export function sampleRequest(unit: Unit, { params = {}, query = {}, body, file, as = 'svc-key-ada-admin' }: Sample) {
  const path = unit.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!))
  const search = new URLSearchParams(query).toString()
  const headers = [
    'x-api-key',
    as,
    'content-type',
    file === undefined ? 'application/json' : 'application/octet-stream',
  ]
  if (file !== undefined) headers.push('x-request-body', JSON.stringify(body ?? {}))
  const content = file ?? (body === undefined ? undefined : JSON.stringify(body))
  return {
    method: unit.method,
    url: `/v1${path}${search && `?${search}`}`,
    headers,
    body: content === undefined ? null : encoder.encode(content),
  }
}

function readAnswer({ headers, body }: WireResponse): Example['answer'] {
  const text = findHeader(headers, 'x-response-body') ?? (typeof body === 'string' ? body : '{}')
  return JSON.parse(text) as Example['answer']
}
