/**
 * The test that a worker of `mutate` runs now, and the mutants that are in force for it. The setup file that `mutate` gives to vitest
 * keeps it; it is global, because a process of tests can load this package twice, as modules and as CommonJS.
 */
export interface RunningTest {
  /** Absolute path of the test file. */
  readonly file: string
  /** Undefined between tests: what is answered then belongs to the file. */
  id: string | undefined
  name: string | undefined
  /** Mutants that break answers now. */
  broken: readonly string[]
  /** An answer was broken by one of them. */
  carriedOut: boolean
  /** File where meetings are noted now. */
  readonly notes: string
}

const KEY = Symbol.for('svc-emulator.running-test')

/** The test that runs now; undefined in processes that no session of `mutate` keeps. */
export function runningTest(): RunningTest | undefined {
  return (globalThis as { [KEY]?: RunningTest })[KEY]
}

/** Says which test runs from now on. */
export function setRunningTest(test: RunningTest | undefined): void {
  if (test === undefined) delete (globalThis as { [KEY]?: RunningTest })[KEY]
  else (globalThis as { [KEY]?: RunningTest })[KEY] = test
}
