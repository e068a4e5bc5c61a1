import { expect, it } from 'vitest'
import type { Fault } from '../../engine/faults/registry.ts'
import { hasFailed } from './failed-call.ts'

const answered = (...faults: Fault[]) => ({ error: null, response: { status: 200, faults } })

it.each<Fault>([
  { drop: true },
  { lose_response: true },
  { truncate: true },
  { stall: true },
  { delay: '1h' },
  { lose_response: true },
  { close: { code: 1001 } },
])('a call has failed whose answer is spoilt by %j', (fault) => {
  expect(hasFailed(answered(fault))).toBe(true)
})

it.each<Fault>([{ slow: { bytes_per_second: 10 } }, { duplicate: true }, { reorder: true }])(
  'a call whose answer comes all the same has not: %j',
  (fault) => {
    expect(hasFailed(answered(fault))).toBe(false)
  },
)

it('a refusal and no answer are failures', () => {
  expect(
    [
      { error: 'unauthenticated', response: { status: 200 } },
      { error: null, response: null },
      { error: null, response: { status: 502 } },
    ].map(hasFailed),
  ).toEqual([true, true, true])
  expect(hasFailed({ error: null, response: { status: 200 } })).toBe(false)
})
