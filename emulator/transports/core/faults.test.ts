import { expect, it } from 'vitest'
import type { TransportFault } from '../../kernel/faults.ts'
import { pace, planDelivery } from './faults.ts'

const answer = { status: 200, headers: ['content-type', 'application/json'], body: '{"é":1}' }
const text = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes)

function plan(faults: readonly TransportFault[], response: { body: string | Uint8Array | null; headers?: string[] } = answer, method = 'GET') {
  const { body, ...rest } = planDelivery({ ...answer, ...response, faults }, method)
  return { ...rest, body: text(body) }
}

it.each<[readonly TransportFault[], object]>([
  [[], { delayMs: 0, end: 'answer', body: '{"é":1}', length: 8, bytesPerSecond: undefined }],
  [[{ kind: 'delay', ms: 5 }, { kind: 'delay', ms: 7 }], { delayMs: 12 }],
  [[{ kind: 'delay', ms: 2 ** 40 }], { delayMs: 2 ** 31 - 1 }],
  [[{ kind: 'truncate', bytes: null }], { body: '{"é', length: 8 }],
  [[{ kind: 'truncate', bytes: 1 }], { body: '{', length: 8 }],
  [[{ kind: 'truncate', bytes: 99 }], { body: '{"é":1}', length: 8 }],
  [[{ kind: 'malformed' }, { kind: 'truncate', bytes: 3 }], { body: '{{"', length: 9 }],
  [[{ kind: 'empty' }], { body: '', length: 0 }],
  [[{ kind: 'empty' }, { kind: 'malformed' }], { body: '{', length: 1 }],
  [[{ kind: 'slow', bytes_per_second: 10 }], { bytesPerSecond: 10 }],
  [[{ kind: 'lose_response' }], { end: 'drop' }],
])('%j', (faults, expected) => {
  expect(plan(faults)).toMatchObject(expected)
})

it('leaves an answer without a body alone, and that of HEAD', () => {
  const faults: TransportFault[] = [{ kind: 'malformed' }, { kind: 'truncate', bytes: 0 }]
  expect(plan(faults, { body: null })).toMatchObject({ body: null, length: 0 })
  expect(plan(faults, answer, 'HEAD')).toMatchObject({ body: null, length: 0 })
})

it('breaks the envelope of a download, which is in its header', () => {
  const headers = ['content-type', 'application/octet-stream', 'x-response-body', '{"status":"success"}']
  expect(plan([{ kind: 'malformed' }], { body: new Uint8Array([65]), headers })).toMatchObject({ body: 'A', headers: headers.with(3, '{{"status":"success"}') })
})

it.each([[1, 1], [7, 1], [1000, 50], [1_000_000, 50_000]])('%i bytes a second leave %i at a time, in that rate', (rate, bytes) => {
  const paced = pace(rate)
  expect([paced.bytes, (paced.bytes * 1000) / paced.everyMs]).toEqual([bytes, expect.closeTo(rate)])
})
