import { describe, expect, it } from 'vitest'
import { clearResult, readResult } from './read-result.ts'

const error = { message: 'not Ada' }
const late = { message: 'Test timed out in 5000ms.' }
const read = (result: object, fails?: boolean) =>
  readResult({ result: result as never, ...(fails === true && { fails }) })

describe('the last run of a test', () => {
  // Vitest 3 and 4 keep the state of the last run; vitest 5 begins each run anew, and keeps the runs.
  it.each<[string, object, object, boolean?]>([
    ['failed', { state: 'fail', errors: [error] }, { isFailed: true, isLate: false, said: 'not Ada' }],
    ['passed', { state: 'pass' }, { isFailed: false, isLate: false, said: '' }],
    ['did not end', { state: 'fail', errors: [late] }, { isFailed: true, isLate: true, said: late.message }],
    [
      'failed, as it is to',
      { state: 'fail', errors: [error] },
      { isFailed: false, isLate: false, said: 'not Ada' },
      true,
    ],
    [
      'failed, and was kept',
      { state: 'run', attempts: [{ state: 'pass' }, { state: 'fail', errors: [error] }] },
      { isFailed: true, isLate: false, said: 'not Ada' },
    ],
    [
      'passed, and was kept',
      { state: 'run', errors: [error], attempts: [{ state: 'fail', errors: [error] }, { state: 'pass' }] },
      { isFailed: false, isLate: false, said: '' },
    ],
    [
      'failed as it is to, and was kept',
      { state: 'run', attempts: [{ state: 'pass' }] },
      { isFailed: false, isLate: false, said: '' },
      true,
    ],
  ])('%s', (_, result, expected, fails) => {
    expect(read(result, fails)).toEqual(expected)
  })

  it('is cleared where vitest does not do so itself', () => {
    const [four, five] = [
      { state: 'fail', errors: [error] },
      { state: 'run', errors: [error], attempts: [] },
    ]
    clearResult(four as never)
    clearResult(five as never)
    expect([four, five]).toEqual([
      { state: 'run', errors: undefined },
      { state: 'run', errors: [error], attempts: [] },
    ])
  })
})
