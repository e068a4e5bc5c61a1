import { expect, it } from 'vitest'
import { plan } from './plan.ts'
import { faultKinds, takesTime, type Fault } from './registry.ts'

/** One of each kind. */
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
