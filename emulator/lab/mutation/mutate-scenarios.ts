import type { NamedMutant } from '../../contract/mutants.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { LoadedScenario } from '../../scenario/loaded-scenario.ts'
import { play } from '../../scenario/replay.ts'
import type { ReplayResult } from '../../scenario/result.ts'
import { InProcessTarget } from '../../scenario/targets/in-process.ts'
import { chosenMutants } from './only.ts'
import type { MutantOutcome, MutationReport } from './report.ts'

export interface MutatedScenario {
  readonly loaded: LoadedScenario
  /** In the world of the scenario; it is forked for every run. */
  readonly emulator: Emulator
}

interface MutateOptions {
  /** Ids of mutants, clauses, or groups of clauses. Default: all mutants. */
  readonly only?: readonly string[] | undefined
  /** Called with each mutant when it is decided. */
  readonly onMutant?: (outcome: MutantOutcome) => void
}

/** Thrown for a scenario that fails without a mutant. */
export class BaselineFailed extends Error {
  readonly result: ReplayResult

  constructor(result: ReplayResult) {
    super(`the scenario ${result.name} fails without any mutant`)
    this.result = result
  }
}

/**
 * Plays scenarios for each mutant of a clause that they met. Returns which scenarios noticed. Rejects with
 * `BaselineFailed`.
 */
export async function mutateScenarios(
  scenarios: readonly MutatedScenario[],
  { only, onMutant }: MutateOptions = {},
): Promise<MutationReport> {
  const met = await meetings(scenarios)
  const outcomes: MutantOutcome[] = []
  for (const mutant of chosenMutants(only)) {
    const outcome = await decided(mutant, met.get(mutant.clause) ?? [])
    outcomes.push(outcome)
    onMutant?.(outcome)
  }
  return { outcomes }
}

/**
 * Scenarios that met each clause. Scenarios that name it come first, since they are the likeliest to notice a mutant.
 */
async function meetings(scenarios: readonly MutatedScenario[]): Promise<Map<string, MutatedScenario[]>> {
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

async function decided(
  { id, clause, breaks }: NamedMutant,
  scenarios: readonly MutatedScenario[],
): Promise<MutantOutcome> {
  const names = scenarios.map(({ loaded }) => loaded.scenario.name)
  for (const scenario of scenarios) {
    const noticed = noticedBy(await played(scenario, id))
    if (noticed !== undefined)
      return { id, clause, breaks, status: 'killed', metBy: names, by: scenario.loaded.scenario.name, noticed }
  }
  return { id, clause, breaks, status: scenarios.length === 0 ? 'unmet' : 'survived', metBy: names }
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
