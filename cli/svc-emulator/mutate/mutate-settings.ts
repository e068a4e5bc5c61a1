import type { MutationSettings } from '../mutation-flags.ts'

/** How tests are tried. */
export interface TrySettings {
  readonly program: readonly string[]
  /** Undefined: as many as there are cores, where the tests bear it. */
  readonly jobs: number | undefined
  readonly timeLimitMs: number | undefined
  readonly timeoutsKill: boolean
}

/** Settings from the flags of `mutate`. */
export interface MutateSettings extends MutationSettings, TrySettings {
  readonly budgetMs: number | undefined
  readonly output: string | undefined
}
