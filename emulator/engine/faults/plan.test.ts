import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pace } from './http-delivery.ts'
import { plan, planBatch, planFrame } from './plan.ts'
import { faultKinds, type Fault } from './registry.ts'

const answer = { status: 200, headers: ['content-type', 'application/json'], body: '{"é":1}' }
const text = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes)

function planned(
  faults: readonly Fault[],
  response: { body: string | Uint8Array | null; headers?: string[] } = answer,
  method = 'GET',
) {
  const { body, ...rest } = plan({ ...answer, ...response, faults }, method)
  return { ...rest, body: text(body) }
}

it.each<[readonly Fault[], object]>([
  [[], { delayMs: 0, end: 'answer', body: '{"é":1}', length: 8, bytesPerSecond: undefined }],
  [[{ delay: 5 }, { delay: 7 }], { delayMs: 12 }],
  [[{ delay: '20h' }, { delay: '20h' }], { delayMs: 86_400_000 }],
  [[{ truncate: true }], { body: '{"é', length: 8 }],
  [[{ truncate: { bytes: 1 } }], { body: '{', length: 8 }],
  [[{ truncate: { bytes: 99 } }], { body: '{"é":1}', length: 8 }],
  [[{ malformed: true }, { truncate: { bytes: 3 } }], { body: '{{"', length: 9 }],
  [[{ empty: true }], { body: '', length: 0 }],
  [[{ empty: true }, { malformed: true }], { body: '{', length: 1 }],
  [[{ slow: { bytes_per_second: 10 } }], { bytesPerSecond: 10 }],
  [[{ truncate: { bytes: 3 } }, { malformed: true }], { body: '{{"\ufffd', length: 9 }],
  [[{ stall: true }], { body: '{"é', length: 8, stallMs: 86_400_000 }],
  [[{ empty: true }, { stall: true }], { body: '', length: 0 }],
  [[{ lose_response: true }], { end: 'drop' }],
  [[{ reset: true }, { drop: true }, { delay: 5 }], { end: 'reset', delayMs: 5 }],
])('%j', (faults, expected) => {
  expect(planned(faults)).toMatchObject(expected)
})

it('leaves an answer without a body alone, and announces to HEAD what GET would', () => {
  const faults: Fault[] = [{ malformed: true }, { truncate: { bytes: 0 } }]
  expect(planned(faults, { body: null })).toMatchObject({ body: null, length: 0 })
  expect(planned(faults, answer, 'HEAD')).toMatchObject({ body: null, length: 9 })
})

it('breaks the envelope of a download, which is in its header', () => {
  const headers = ['content-type', 'application/octet-stream', 'x-response-body', '{"status":"success"}']
  expect(planned([{ malformed: true }], { body: new Uint8Array([65]), headers })).toMatchObject({
    body: 'A',
    headers: headers.with(3, '{{"status":"success"}'),
  })
})

it.each([
  [1, 1],
  [7, 1],
  [1000, 50],
  [1_000_000, 50_000],
])('%i bytes a second leave %i at a time, in that rate', (rate, bytes) => {
  const paced = pace(rate)
  expect([paced.bytes, (paced.bytes * 1000) / paced.everyMs]).toEqual([bytes, expect.closeTo(rate)])
})

const frame = '{"jsonrpc":"2.0","result":{"é":1},"id":"a"}'

it.each<[readonly Fault[], object]>([
  [[], { delayMs: 0, frames: [frame], afterNext: false, end: undefined }],
  [[{ delay: 5 }, { slow: { bytes_per_second: 44 } }], { delayMs: 1005, frames: [frame] }],
  [[{ drop: true }], { frames: [], end: { by: 'abort' } }],
  [[{ reset: true }, { close: { code: 1013 } }], { frames: [], end: { by: 'reset' } }],
  [[{ close: { code: 1013 } }], { frames: [], end: { by: 'close', code: 1013, reason: '' } }],
  [[{ truncate: { bytes: 5 } }], { frames: ['{"jso'], end: { by: 'abort' } }],
  [[{ truncate: { bytes: 29 } }], { frames: [frame.slice(0, 28)], end: { by: 'abort' } }],
  [[{ truncate: { bytes: 44 } }], { frames: [frame], end: undefined }],
  [[{ truncate: true }], { frames: [frame.slice(0, 22)], end: { by: 'abort' } }],
  [[{ empty: true }], { frames: [''], end: undefined }],
  [[{ malformed: true }, { duplicate: true }], { frames: [`{${frame}`, `{${frame}`] }],
  [[{ unknown_id: true }], { frames: [frame.replace('"a"', '"svc-emulator-no-such-call"')] }],
  [[{ malformed: true }, { unknown_id: true }], { frames: [`{${frame}`] }],
  [[{ reorder: true }], { frames: [frame], afterNext: true }],
  [[{ lose_response: true }, { delay: 5 }], { frames: [], delayMs: 5, end: undefined }],
  [[{ stall: true }], { frames: [], end: undefined }],
  [[{ lose_response: true }], { frames: [], end: undefined }],
])('of a frame: %j', (faults, expected) => {
  expect(planFrame(frame, faults)).toMatchObject(expected)
})

it('has nothing to cut of an answer that is not sent, but its connection can end', () => {
  expect(planFrame(undefined, [{ truncate: true }, { duplicate: true }])).toMatchObject({ frames: [], end: undefined })
  expect(planFrame(undefined, [{ abort: true }])).toMatchObject({ frames: [], end: { by: 'abort' } })
})

it('spoils one answer within the frame of a batch, or the frame', () => {
  const join = (texts: readonly string[]) => (texts.length === 0 ? undefined : `[${texts.join()}]`)
  const batch = (...faults: Fault[][]) =>
    planBatch(
      faults.map((each, i) => ({ text: String(i), faults: each })),
      join,
    )
  expect(batch([{ reorder: true }], [{ duplicate: true }], [{ lose_response: true }], [])).toMatchObject({
    frames: ['[1,1,3,0]'],
    end: undefined,
  })
  expect(batch([{ malformed: true }], [{ lose_response: true }, { delay: 5 }])).toMatchObject({
    frames: ['{[0]'],
    delayMs: 5,
  })
  expect(batch([{ lose_response: true }], [{ lose_response: true }, { close: { code: 1012 } }])).toMatchObject({
    frames: [],
    end: { code: 1012 },
  })
})

it('knows every kind that has a file, and no name twice', () => {
  const others = ['answer-body', 'definition', 'ends', 'flag', 'http-delivery', 'plan', 'registry', 'socket-delivery']
  const files = readdirSync(import.meta.dirname)
    .map((file) => file.slice(0, -3))
    .filter((name) => !name.endsWith('.test') && !others.includes(name))
  expect(faultKinds.map(({ name }) => name.replaceAll('_', '-')).toSorted()).toEqual(files)
})
