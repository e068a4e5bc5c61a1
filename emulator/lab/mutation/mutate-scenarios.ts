import { findVariant, mutants } from '../../contract/variants.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { LoadedScenario } from '../../scenario/loaded-scenario.ts'
import { play } from '../../scenario/replay.ts'
import type { ReplayResult } from '../../scenario/result.ts'
import { InProcessTarget } from '../../scenario/targets/in-process.ts'
import { wideLimits } from '../engine/client.ts'
import { Deadline } from '../engine/deadline.ts'
import type { Overlay } from '../engine/overlay.ts'
import type { Seen, Subject, TestFailure } from '../engine/subject.ts'
import type { MutationReport } from './report.ts'
import { tryMutants } from './try-mutants.ts'
import { chooseVariants, vary } from '../engine/variant.ts'

export interface MutatedScenario {
  readonly loaded: LoadedScenario
  /** In the world of the scenario; it is forked for every run. */
  readonly emulator: Emulator
}

/** Thrown for a scenario that fails without a mutant. */
export class BaselineFailed extends Error {
  readonly result: ReplayResult

  constructor(result: ReplayResult) {
    super(`the scenario ${result.name} fails as it is`)
    this.result = result
  }
}

/**
 * Plays scenarios for each mutant of a clause that they met, until one notices it. Rejects with `BaselineFailed`.
 *
 * @param only ids of mutants, clauses, or groups of clauses; default all mutants
 */
export async function mutateScenarios(
  scenarios: readonly MutatedScenario[],
  { only }: { readonly only?: readonly string[] | undefined } = {},
): Promise<MutationReport> {
  const met = await findMeetings(scenarios)
  const names = ({ loaded }: MutatedScenario): string => loaded.scenario.name
  const metBy = new Map(Array.from(met, ([id, all]) => [id, { names: all.map(names), files: undefined }]))
  const deadline = new Deadline(undefined, undefined)
  const outcomes = await tryMutants(
    {
      subject: new Scenarios(met),
      baseline: { first: show([], () => metBy), masks: new Set(), tookMs: 0 },
      deadline,
      limits: () => wideLimits(Infinity),
      plan: async () => ({}),
    },
    chooseVariants(mutants, only).map(vary),
  )
  return { outcomes: outcomes.map(({ noticedBy: [by] = [], ...rest }) => (by === undefined ? rest : { ...rest, by })) }
}

/** Scenarios in worlds of this process. */
class Scenarios implements Subject {
  readonly name = 'scenarios'
  readonly #met: ReadonlyMap<string, readonly MutatedScenario[]>

  constructor(met: ReadonlyMap<string, readonly MutatedScenario[]>) {
    this.#met = met
  }

  /** Plays the scenarios that met the clause of a mutant, until one fails. */
  async run({ settings }: Overlay): Promise<Seen> {
    const [id = ''] = settings!.broken as readonly string[]
    for (const scenario of this.#met.get(findVariant('broken', id)!.statement)!) {
      const message = noticedBy(await played(scenario, id))
      if (message !== undefined) return show([{ name: scenario.loaded.scenario.name, message }])
    }
    // Steps may clear the journal, so that each mutant counts as shown.
    return { ...show([]), altered: () => new Set([id]) }
  }
}

function show(failures: readonly TestFailure[], met: Seen['met'] = () => new Map()): Seen {
  const end = failures.length > 0 ? 'failed' : 'succeeded'
  return { end, said: '', tests: { failures }, met, altered: () => new Set() }
}

/**
 * Scenarios that met each clause. Scenarios that name it come first, since they are the likeliest to notice a mutant.
 */
async function findMeetings(scenarios: readonly MutatedScenario[]): Promise<Map<string, MutatedScenario[]>> {
  const met = new Map<string, MutatedScenario[]>()
  for (const scenario of scenarios) {
    const result = await played(scenario, undefined)
    if (!result.ok) throw new BaselineFailed(result)
    for (const { id } of result.clauses) {
      const list = met.get(id) ?? []
      if (scenario.loaded.scenario.clauses?.includes(id as never)) list.unshift(scenario)
      else list.push(scenario)
      met.set(id, list)
    }
  }
  return met
}

async function played({ loaded, emulator }: MutatedScenario, broken: string | undefined): Promise<ReplayResult> {
  const world = emulator.fork({ from: 'start' })
  const { world: state } = hostOf(world)
  if (broken !== undefined) state.settings = { ...state.settings, broken: [broken] }
  return play(loaded, new InProcessTarget(world))
}

/**
 * The failed step or unexpected frame by which a scenario noticed a mutant. Clauses that were not exercised do not
 * count.
 */
function noticedBy({ steps, problems }: ReplayResult): string | undefined {
  const failed = steps.find(({ status }) => status === 'failed')
  if (failed !== undefined) return `step ${failed.number} (${failed.title}): ${failed.reasons[0] ?? ''}`
  return problems.find((problem) => problem.startsWith('unexpected frame: '))
}
