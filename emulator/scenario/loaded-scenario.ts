import type { Problem } from '../engine/checking/problems.ts'
import type { FixtureDocument } from '../engine/matching/fixture.ts'
import type { LabelWarning } from './labels.ts'
import type { Scenario } from './schema.ts'
import type { WrittenUnder } from './written-under.ts'

/**
 * A scenario that was read and checked. It is frozen, all the way down, so that nothing enters it unchecked: change a
 * copy (`structuredClone`) and load that.
 */
export interface LoadedScenario {
  /** Where it was read from. */
  readonly file: string | undefined
  readonly scenario: Scenario
  /** The fixtures of its world, in the order in which they are loaded. */
  readonly fixtures: readonly FixtureDocument[]
  /** Labels of another contract that were replaced or left out, and characters that nobody sees, each with its place. */
  readonly warnings?: readonly LabelWarning[]
  /** The contract and the sentences that it was written under, if the file has them. */
  readonly written?: WrittenUnder | undefined
  /** Target of the run, for a bundle. */
  readonly playedAt?: string | undefined
  /** Adds places in files to problems of the scenario or of one of its fixtures. */
  place(problems: readonly Problem[], fixture?: FixtureDocument): Problem[]
}
