import type { Waiting } from './batch.ts'
import type { MutantOutcome } from '../../mutation/report.ts'

/** A mutant without a verdict, and what is left to try with it. */
export interface OpenMutant {
  outcome: MutantOutcome
  /** Tests that are left, by file; undefined: the whole file. */
  readonly left: Map<string, Set<string> | undefined>
  /**
   * Files in which each test passed that met its clause. A hook at the end, or a test that looks at what others saw, may notice it all the
   * same: the whole file is run, with others for which that is so.
   */
  readonly passed: Set<string>
  /** Tests of its next run: one at first, as most mutants are noticed by any test, then twice as many each time. */
  width: number
  /** Most mutants that its next run may have. */
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
