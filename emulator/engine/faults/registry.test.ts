import { describe, expect, it } from 'vitest'
import { plan, planFrame } from './plan.ts'
import { failedDelivery, faultKind, faultKinds, takesTime, type Fault } from './registry.ts'

/** One fault of each kind. */
const faults: readonly Fault[] = [
  { delay: 5 },
  { slow: { bytes_per_second: 10 } },
  { stall: true },
  { drop: true },
  { reset: true },
  { empty: true },
  { truncate: true },
  { malformed: true },
  { lose_response: true },
  { close: { code: 1001 } },
  { abort: true },
  { duplicate: true },
  { reorder: true },
  { unknown_id: true },
  { hold: true },
  { stale: '2s' },
  { fail: { error: 'internal_error' } },
]

it('a fault takes time when what is planned of it does', () => {
  expect(faults.flatMap((fault) => Object.keys(fault)).toSorted()).toEqual(
    faultKinds.map(({ name }) => name).toSorted(),
  )
  const isLate = (fault: Fault) => {
    const {
      delayMs,
      bytesPerSecond = 0,
      stallMs,
    } = plan({ status: 200, headers: [], body: '{}', faults: [fault] }, 'GET')
    return delayMs + bytesPerSecond + stallMs > 0
  }
  expect(faults.filter(takesTime)).toEqual(faults.filter((fault) => !('fail' in fault) && isLate(fault)))
})

describe('failedDelivery', () => {
  const made = '{"status":"success","made":1}'
  const arrives = (text: string) => {
    try {
      return (JSON.parse(text) as { made?: unknown }).made === 1
    } catch {
      return false
    }
  }
  const overHttp = (fault: Fault) => {
    const { end, body, length } = plan({ status: 200, headers: [], body: made, faults: [fault] }, 'GET')
    return end === 'answer' && body!.length === length && arrives(new TextDecoder().decode(body!))
  }
  const overSocket = (fault: Fault) => planFrame(made, [fault]).frames.some(arrives)

  it.each(faults.filter((fault) => !('fail' in fault)))('says of %j what its planned deliveries show', (fault) => {
    const kind = faultKind(fault)
    const shown =
      'http' in kind && typeof kind.http === 'function' ? [overHttp(fault), overSocket(fault)] : [overSocket(fault)]
    expect(shown).toEqual(shown.map(() => failedDelivery([fault]) === undefined))
  })

  it('is that of the first fault that has one', () => {
    expect(failedDelivery([{ delay: 5 }, { reset: true }, { lose_response: true }])).toBe('reset')
    expect(failedDelivery([{ fail: { error: 'internal_error' } }])).toBeUndefined()
    expect(failedDelivery(undefined)).toBeUndefined()
  })
})
