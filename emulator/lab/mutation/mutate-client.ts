import { clientMutants } from '../../contract/client-mutants.ts'
import type { Emulator } from '../../host/emulator.ts'
import type { LoadedScenario } from '../../scenario/load.ts'
import type { ReplayResult } from '../../scenario/result.ts'
import { BaselineFailed, noticedBy } from './mutate-scenarios.ts'
import { mutateRuns, type MetBy, type RunEnd } from './mutate-runs.ts'
import { chosenOf } from './only.ts'
import type { MutationReport } from './report.ts'

/** A scenario whose steps run the client. */
export interface ClientScenario {
  readonly loaded: LoadedScenario
  /** In the world of the scenario; it is forked for every run. */
  readonly emulator: Emulator
}

export interface MutateClientOptions {
  /** Plays a scenario with the programs that it runs, where `broken` is given with that clause broken in them. */
  readonly play: (scenario: ClientScenario, broken: string | undefined) => Promise<ReplayResult>
  readonly only?: readonly string[] | undefined
  /** Scenarios at a time. */
  readonly jobs: number
  /** No run begins once it is aborted, and one that is under way decides nothing. */
  readonly stop: AbortSignal
}

/**
 * Plays scenarios once for each statement about the client that they met, broken in the client. Rejects with `BaselineFailed`, or where it
 * is stopped before the run without a mutant is over.
 */
export async function mutateClient(
  scenarios: readonly ClientScenario[],
  { play, only, jobs, stop }: MutateClientOptions,
): Promise<MutationReport> {
  const met = await meetings(scenarios, play, stop)
  const run = async ({ id, clause }: { readonly id: string; readonly clause: string }): Promise<RunEnd> => {
    for (const scenario of met.get(clause) ?? []) {
      const noticed = noticedBy(await play(scenario, id))
      // A signal may have ended the client, too.
      if (stop.aborted) return { end: 'stopped', said: '' }
      if (noticed !== undefined) return { end: 'failed', said: `${scenario.loaded.scenario.name}, ${noticed}` }
    }
    return { end: 'passed', said: '' }
  }
  const outcomes = await mutateRuns(
    chosenOf(clientMutants, only),
    new Map([...met].map(([clause, list]) => [clause, metBy(list)])),
    { jobs, timeoutsKill: false, stop, run },
  )
  return { outcomes }
}

function metBy(scenarios: readonly ClientScenario[]): MetBy {
  return { names: scenarios.map(({ loaded }) => loaded.scenario.name), files: undefined }
}

/** Which scenarios met each clause; those that name it first. */
async function meetings(
  scenarios: readonly ClientScenario[],
  play: MutateClientOptions['play'],
  stop: AbortSignal,
): Promise<Map<string, ClientScenario[]>> {
  const met = new Map<string, ClientScenario[]>()
  for (const scenario of scenarios) {
    const result = await play(scenario, undefined)
    stop.throwIfAborted()
    if (!result.ok) throw new BaselineFailed(result)
    for (const { id } of result.clauses) {
      const list = met.get(id) ?? []
      if (names(scenario.loaded, id)) list.unshift(scenario)
      else list.push(scenario)
      met.set(id, list)
    }
  }
  return met
}

function names({ scenario }: LoadedScenario, clause: string): boolean {
  return [scenario, ...(scenario.steps ?? [])].some(({ clauses }) => clauses?.includes(clause as never))
}
