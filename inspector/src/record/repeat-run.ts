import { shippedFixtures } from '../../../emulator/host/fixtures/shipped.ts'
import { runsPrograms } from '../../../emulator/scenario/needs.ts'
import type { Scenario } from '../../../emulator/scenario/schema.ts'
import type { ShownBundle } from '../../../emulator/scenario/shown-bundle.ts'
import { ShrinkRun } from './shrink-run.ts'
import { WhyRun } from './why-run.ts'

/** Ways to repeat a recorded run. */
export interface Repeats {
  /** Scenario of the run; undefined if it needs fixtures that only the bundle holds, or programs. */
  readonly scenario: Scenario | undefined
  /** Shrinks a run that failed; undefined if this page cannot. */
  readonly shrink: ShrinkRun | undefined
  /** Explains it; undefined with `shrink`. */
  readonly why: WhyRun | undefined
  /** Command that shrinks a run that failed, where this page cannot. */
  readonly shrinkCommand: string | undefined
}

type Repeated = Pick<ShownBundle, 'scenario' | 'fixtures' | 'steps' | 'problems'>

export function repeatRun(bundle: Repeated): Repeats {
  const { scenario, fixtures, problems } = bundle
  const shrinkCommand = problems.length === 0 ? undefined : findCommand(bundle)
  const canShrink = problems.length > 0 && shrinkCommand === undefined
  return {
    scenario: standsAlone(bundle) ? scenario : undefined,
    shrink: canShrink ? new ShrinkRun({ scenario, fixtures }) : undefined,
    why: canShrink ? new WhyRun({ scenario, fixtures }) : undefined,
    shrinkCommand,
  }
}

function standsAlone({ scenario, fixtures }: Repeated): boolean {
  const shipped = shippedFixtures()
  return !runsPrograms({ scenario }) && fixtures.every(({ name }) => Object.hasOwn(shipped, name))
}

/** The bundle of a test repeats its requests, but not what the test expected. A page starts no programs. */
function findCommand({ scenario, steps }: Repeated): string | undefined {
  const { steps: played = [] } = scenario
  if (steps.length === 0 && played.length > 0) return 'npx svc-emulator shrink -o repro.yaml -- <command of the test>'
  if (runsPrograms({ scenario })) return 'npx svc-emulator shrink run.bundle.json -o repro.yaml'
  return undefined
}
