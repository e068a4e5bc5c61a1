import type { Run } from '../../emulator/lab/index.ts'

/** Clients with one mistake each, and the same client without it. */
export interface Pair {
  readonly mistake: string
  /** How exploration must find it: verdict and fault. */
  readonly found: readonly [verdict: string, fault: string]
  readonly wrong: (run: Run) => Promise<unknown>
  readonly right: (run: Run) => Promise<unknown>
  readonly only?: readonly string[]
}
