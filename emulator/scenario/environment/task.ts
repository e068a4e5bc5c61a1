import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { differenceText } from '../../engine/matching/difference-text.ts'
import type { CountedRecords } from '../../engine/matching/schema-expect.ts'
import type { World } from '../../engine/world/world.ts'
import { recordDifferences } from '../run/request-differences.ts'
import type { Scenario } from '../schema.ts'
import { findStepKind } from '../steps/step-title.ts'

/** An expectation over the world. */
interface Expectation extends CountedRecords {
  readonly holds: boolean
  /** The difference, where it does not hold. */
  readonly says?: string
}

export interface Grade {
  /** Share of the expectations that hold. */
  readonly reward: number
  readonly expectations: readonly Expectation[]
}

/**
 * The records that a scenario expects after its `run` steps, in whose place the agent acts. Throws `EmulatorError` for a
 * scenario with none, and for parts that no environment plays.
 */
export function findExpectations({ name, steps = [] }: Scenario): readonly CountedRecords[] {
  const found = steps.flatMap((step, n) => {
    const place = `makeEnvironment: ${name}, step ${n + 1}`
    if (!('run' in step))
      throw new EmulatorError(
        `${place} is \`${findStepKind(step)}\`, and an agent acts in place of all steps: what has to be there before stands under \`world\` and \`triggers\``,
      )
    if (step.expect?.any_of?.some(({ records }) => records !== undefined) === true)
      throw new EmulatorError(
        `${place} expects \`any_of\`, where what a program said decides; an environment sees records alone: expected \`records\` beside it`,
      )
    return step.expect?.records ?? []
  })
  if (found.length > 0) return found
  throw new EmulatorError(
    `makeEnvironment: ${name} expects no records, so that nothing could be graded: expected a step such as { run: node agent.mjs, expect: { records: [{ table: orgs, match: { name: Night shift }, count: 1 }] } }`,
  )
}

/** Grades a world in which what is under way is done. */
export function gradeWorld(expected: readonly CountedRecords[], world: World): Grade {
  const expectations = expected.map((each, n): Expectation => {
    const [difference] = recordDifferences(each, world, ['records', n])
    return { ...each, holds: difference === undefined, ...(difference && { says: differenceText(difference) }) }
  })
  return { reward: expectations.filter(({ holds }) => holds).length / expectations.length, expectations }
}
