import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import type { Problem } from '../../../emulator/engine/checking/problems.ts'
import { resolveFixtures } from '../../../emulator/host/fixtures/shipped.ts'
import { checkScenario } from '../../../emulator/scenario/check.ts'
import { play } from '../../../emulator/scenario/replay.ts'
import type { ReplayResult } from '../../../emulator/scenario/result.ts'
import { readRunLink } from '../../../emulator/scenario/run-link.ts'
import { InProcessTarget } from '../../../emulator/scenario/targets/in-process.ts'
import { catalog } from '../../../emulator/service/catalog.ts'
import { createPageEmulator } from '../in-page/create-page-emulator.ts'
import { EmulatorInPage } from '../in-page/emulator-in-page.ts'
import { href } from '../route.ts'
import { ShrinkRun } from './shrink-run.ts'
import type { Source } from '../source/source.ts'

/** A run that was played in the page, and the place where it failed, else its timeline. */
export interface PlayedRun {
  readonly source: Source
  readonly place: string
}

/** Plays the scenario of a link in a world of this page. Rejects with `EmulatorError` for a link that holds none. */
export async function playRun(hash: string): Promise<PlayedRun> {
  const { value: scenario, problems } = checkScenario(await readRunLink(hash), catalog)
  if (scenario === undefined) throw new EmulatorError(problems)
  const fixtures = resolveFixtures(scenario.world?.fixtures ?? ['starter'])
  const loaded = { file: undefined, scenario, fixtures, place: (found: readonly Problem[]) => [...found] }
  const emulator = createPageEmulator({ scenario: loaded })
  const result = await play(loaded, new InProcessTarget(emulator))
  const failed = result.ok ? {} : { shrink: new ShrinkRun(loaded) }
  return {
    source: new EmulatorInPage(emulator, `${scenario.name}: ${describeEnd(result)}`, failed).main,
    place: href('timeline', listEntry(result)),
  }
}

function describeEnd({ steps, problems }: ReplayResult): string {
  const failed = steps.find(({ status }) => status === 'failed')
  if (failed !== undefined) return `step ${failed.number} fails: ${failed.reasons[0] ?? failed.title}`
  return problems[0] ?? (steps.length === 0 ? 'a world without steps' : 'all steps pass')
}

/** Number of the last entry that the failed step made. */
function listEntry({ steps }: ReplayResult): number[] {
  const { entries } = steps.find(({ status }) => status === 'failed') ?? {}
  return entries === undefined ? [] : [entries[1]]
}
