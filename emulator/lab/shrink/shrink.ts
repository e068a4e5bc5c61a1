import { checkOptions } from '../../engine/checking/options.ts'
import { startedWorld, type ScenarioSource } from '../../host/create-world.ts'
import { nameOfRun } from '../../scenario/run-bundle.ts'
import type { Scenario } from '../../scenario/schema.ts'
import { baseEmulator, findAdminKey, keyFor } from '../engine/base-emulator.ts'
import { functionKinds, type FunctionOptions } from '../subjects/with-function.ts'
import { functionSubject, type SubjectFunction } from '../subjects/function.ts'
import { readMilliseconds } from '../engine/read-milliseconds.ts'
import { clientSubject } from './client-subject.ts'
import type { ShrinkReport } from './report.ts'
import { shrinkFailing, type Start } from './shrink-failing.ts'

/** Options of `shrink`. */
export type ShrinkOptions = FunctionOptions

/**
 * Finds the smallest world in which a client still fails. The client is an async function that rejects: its error, ids
 * and times apart, is the failure that has to stay. The report has a scenario with that world.
 *
 * Rejects with `EmulatorError` for wrong options, and for a client that does not fail.
 *
 * @example
 * const { scenario, from, to } = await shrink(async ({ fetch, baseUrl, apiKey, emulator }) => {
 *   const response = await fetch(`${baseUrl}/orgs/acme/blobs`, { headers: { 'X-API-Key': apiKey } })
 *   const { blobs } = await response.json()
 *   if (blobs.length < emulator.world.blobs.size) throw new Error('blobs are missing')
 * })
 */
export async function shrink(subject: SubjectFunction, options: ShrinkOptions = {}): Promise<ShrinkReport> {
  checkOptions('shrink', options, functionKinds)
  const key = keyFor(baseEmulator(options), options.apiKey)
  const client = clientSubject(functionSubject(subject, key))
  return shrinkFailing(client, makeStart(options, client.name), {
    timeLimitMs: readMilliseconds('timeLimit', options.timeLimit),
    budgetMs: readMilliseconds('budget', options.budget, 0),
    fits: (world) => options.apiKey !== undefined || findAdminKey(world) === key,
  })
}

/** The scenario that options describe: its world, its triggers, its chaos, and no steps. */
export function makeStart(
  options: Pick<FunctionOptions, 'scenario' | 'fixtures' | 'seed' | 'settings'>,
  name: string,
): Start {
  const { scenario } = options.scenario ?? {}
  const { section, fixtures } = startedWorld(options)
  return {
    scenario: {
      scenario: 1,
      name: nameOfRun(name),
      world: section as Scenario['world'] & {},
      ...readTriggers(scenario),
    },
    fixtures,
  }
}

function readTriggers({ triggers, chaos }: Partial<ScenarioSource['scenario']> = {}): Pick<
  Scenario,
  'triggers' | 'chaos'
> {
  return {
    ...(triggers !== undefined && { triggers: [...triggers] as NonNullable<Scenario['triggers']> }),
    ...(chaos !== undefined && { chaos }),
  }
}
