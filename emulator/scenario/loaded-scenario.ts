import type { Problem } from '../engine/checking/problems.ts'
import type { FixtureDocument } from '../engine/matching/fixture.ts'
import type { Scenario } from './schema.ts'

/** A scenario that was read and checked. It is frozen, all the way down, so that nothing enters it unchecked: change a copy (`structuredClone`) and load that. */
export interface LoadedScenario {
  /** Where it was read from. */
  readonly file: string | undefined
  readonly scenario: Scenario
  /** The fixtures of its world, in the order in which they are loaded. */
  readonly fixtures: readonly FixtureDocument[]
  /** Adds to problems of the scenario or of one of its fixtures where in the file they stand. */
  place(problems: readonly Problem[], fixture?: FixtureDocument): Problem[]
}
