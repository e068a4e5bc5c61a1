import type { Waiting } from './batch.ts'
import type { MutantOutcome } from '../../mutation/report.ts'

/** A mutant without a verdict, and the tests that are left to try. */
export interface OpenMutant {
  outcome: MutantOutcome
  /** Remaining tests by file; undefined for the whole file. */
  readonly left: Map<string, Set<string> | undefined>
  /**
   * Files in which all tests that met its clause have passed. A last hook, or a test that checks the calls of other
   * tests, may still notice the mutant, so these files are run whole, with several such mutants at once.
   */
  readonly passed: Set<string>
  /**
   * Number of tests in its next run: one at first, since most tests notice most mutants, then twice as many each time.
   */
  width: number
  /** Most mutants in its next run. */
  cap: number
  stalls: number
  isRunning: boolean
}

export function openMutant({ outcome, places }: Waiting): OpenMutant {
  return {
    outcome,
    left: new Map(places.map(({ file, tests }) => [file, tests && new Set(tests)])),
    passed: new Set(),
    width: 1,
    cap: Infinity,
    stalls: 0,
    isRunning: false,
  }
}
