import type { RunnerTestCase } from 'vitest'
import type { TryResult } from './tries.ts'

interface Failure {
  readonly state: string
  readonly errors?: readonly { readonly message: string }[] | undefined
}

/** Runs of a test so far, which vitest keeps since version 5. */
type Attempts = { readonly attempts?: readonly Failure[] }

/** Reads how the last run of a test ended. */
export function readResult({
  result,
  fails,
}: Pick<RunnerTestCase, 'result' | 'fails'>): Omit<TryResult, 'isCarriedOut'> {
  const last = (result as Attempts | undefined)?.attempts?.at(-1)
  const errors = (last ?? result)?.errors ?? []
  return {
    // A kept run has been turned around already where the test is to fail.
    isFailed: last === undefined ? (result?.state === 'fail') !== (fails === true) : last.state === 'fail',
    isLate: errors.some(({ message }) => /^(?:Test|Hook) timed out in \d+ms/.test(message)),
    said: errors[0]?.message ?? '',
  }
}

/** Clears how a test ended before it runs again, where vitest does not do so itself. */
export function clearResult(result: NonNullable<RunnerTestCase['result']>): void {
  if ((result as Attempts).attempts === undefined) Object.assign(result, { state: 'run', errors: undefined })
}
