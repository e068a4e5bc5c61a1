import type { World } from '../../../engine/world/world.ts'
import type { RunExpect } from '../../../engine/matching/schema-expect.ts'
import type { RunStep } from '../../../scenario/schema-steps.ts'
import { isObject } from '../../../engine/checking/is-object.ts'
import { programStep } from '../../subjects/program-step.ts'
import { TRACE_TEXTS } from '../../subjects/stack-traces.ts'
import type { ExperimentPlan } from '../plan.ts'
import { HOME, type Ended, type TogetherVerdict } from '../together/judge.ts'
import { exit, knownIn, reported, type RunExpectation } from './expectation.ts'
import { expectedStdout } from './expected-output.ts'
import { expectedRecords } from './expected-records.ts'
import { saveScenario, type Asked, type SavedScenario } from './save-scenario.ts'

/** An outcome that no right run has, with the runs that it was compared with. */
export interface ShownOutcome {
  readonly finding: { readonly id: string; readonly verdict: TogetherVerdict; readonly because: readonly string[] }
  /** Value of `--case`. */
  readonly case: string
  /** Order of the calls of several clients, from 1. */
  readonly order?: string
  /** Changes of the world. */
  readonly plan: Pick<ExperimentPlan, 'settings' | 'triggers' | 'fill' | 'before' | 'seed'>
  readonly run: Ended
  readonly rights: readonly Ended[]
  /** The world before it. */
  readonly start: World
  /** Paths of outputs that differ between equal runs, by client. */
  readonly masks: readonly ReadonlySet<string>[]
  readonly timeMs: number
}

/** A program beside the client, with variables of its own. */
export interface BesideProgram {
  readonly program: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** How scenarios of outcomes are written. */
export interface SavedOutcome {
  /** End of their names. */
  readonly kind: string
  /** The sentence that must hold. */
  readonly says: string
  readonly beside: readonly BesideProgram[]
  /** All programs have one HOME. */
  readonly sameHome?: boolean
}

/** Name of the HOME of all programs. */
const SHARED = 'shared'

/** A scenario of an outcome: the client, and the programs beside it in the order of their calls. */
export function outcomeScenario(
  shown: ShownOutcome,
  { kind, says, beside, sameHome = false }: SavedOutcome,
  asked: Asked,
): SavedScenario {
  const { finding, plan, run } = shown
  const expectation = expectOutcome(shown)
  const home = sameHome ? { home: SHARED } : {}
  const others = {
    ...home,
    beside: beside.map((each) => ({ ...besideStep(each, asked), ...home })),
    order: shown.order,
  }
  return saveScenario(
    {
      title: `${finding.id}-${kind}`,
      about: `${finding.id}: ${says}.`,
      says,
      case: shown.case,
      because: finding.because,
      plans: [plan],
      step: {
        ...(beside.length > 0 && others),
        ...(expectation ?? { expect: joinEnds(run.outcomes.map(() => ({ exit }))) }),
      },
      isTold: expectation !== undefined,
    },
    asked,
  )
}

function besideStep({ program, env }: BesideProgram, asked: Asked): NonNullable<RunStep['beside']>[number] {
  const { run, env: searched } = programStep(program, env['SVC_API_KEY'] ?? asked.key, asked.folder, asked.env)
  const all = { ...searched, ...env }
  return { run, ...(Object.keys(all).length > 0 && { env: all }) }
}

type Way = NonNullable<RunExpect['any_of']>[number]
type End = Pick<RunExpect, 'exit' | 'stdout' | 'stderr'>

const withoutTrace: End = { exit, stderr: { lacks: [...TRACE_TEXTS] } }

/** Expectations of the client and of those beside it, as one. */
const joinEnds = ([first, ...beside]: readonly End[]): Way => ({
  ...first,
  ...(beside.length > 0 && { beside }),
})

/** RunExpectation with which a replay fails only for the reason of the finding. Undefined if none can express it. */
function expectOutcome(shown: ShownOutcome): RunExpectation | undefined {
  const { finding, run, rights, start, timeMs } = shown
  const each = (end: End) => joinEnds(run.outcomes.map(() => end))
  switch (finding.verdict) {
    case 'hung':
      return { timeout: `${Math.ceil(timeMs)}ms`, expect: each({ exit }) }
    case 'crashed':
      return { expect: each(withoutTrace) }
    case 'wrong-output':
      return expectAny([...expectReported(shown), ...rights.map((right) => expectEnds(right, shown))])
    default: {
      // Files are compared by their lines, in which each run has other addresses.
      if (finding.id.split(' ').includes(HOME)) return undefined
      // A client that is mended does not crash instead, unless it does in a right run.
      const mayCrash = rights.some(({ outcomes }) => outcomes.some(({ end }) => end === 'crashed'))
      const unlessCrashed = mayCrash ? { exit } : withoutTrace
      const ways = rights.map(({ world }) => expectedRecords(world, run.world, start))
      // Bytes are not counted, and differences in ids alone are ignored.
      if (ways.includes(undefined)) return undefined
      return expectAny(ways.map((records) => ({ ...each(unlessCrashed), records: records! })))
    }
  }
}

/** Expects one of some ways, each of which is named once. */
function expectAny(all: readonly Way[]): RunExpectation {
  const [first, ...others] = new Map(all.map((way) => [JSON.stringify(way), way])).values()
  return { expect: others.length === 0 ? first! : { any_of: [first!, ...others] } }
}

/** Ends in which a client says that it failed, where it does not in each right run. */
function expectReported({ run, rights }: ShownOutcome): Way[] {
  return [...run.outcomes.keys()]
    .filter((place) => rights.some(({ outcomes }) => outcomes[place]!.end !== 'failed'))
    .map((place) => joinEnds(run.outcomes.map((_, n) => (n === place ? reported : { exit }))))
}

/** The ends of a right run. */
function expectEnds({ outcomes }: Ended, { start, masks }: ShownOutcome): Way {
  const isKnown = knownIn(start)
  return joinEnds(
    outcomes.map(({ end, stdout = '', output }, n): End => {
      if (end !== 'succeeded') return isObject(output) ? { exit: output['exit'] as number } : { exit }
      return { exit: 0, stdout: expectedStdout(stdout, { masks: masks[n] ?? new Set(), anyOrder: false, isKnown }) }
    }),
  )
}
