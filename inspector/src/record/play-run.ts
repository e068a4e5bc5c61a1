import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import type { Problem } from '../../../emulator/engine/checking/problems.ts'
import { resolveFixtures } from '../../../emulator/host/fixtures/shipped.ts'
import { createBundle } from '../../../emulator/scenario/bundle.ts'
import { checkScenario } from '../../../emulator/scenario/check.ts'
import { play } from '../../../emulator/scenario/replay.ts'
import { readRunLink } from '../../../emulator/scenario/run-link.ts'
import { shownBundle } from '../../../emulator/scenario/shown-bundle.ts'
import { InProcessTarget } from '../../../emulator/scenario/targets/in-process.ts'
import { catalog } from '../../../emulator/service/catalog.ts'
import { createPageEmulator } from '../in-page/create-page-emulator.ts'
import { EmulatorInPage } from '../in-page/emulator-in-page.ts'
import type { Source } from '../source/source.ts'
import { RecordSource } from './record-source.ts'

/**
 * Plays the scenario of a link in a world of this page. Resolves to the record of a run that failed, else to the world.
 * Rejects with `EmulatorError` for a link that holds no scenario.
 */
export async function playRun(hash: string): Promise<Source> {
  const { value: scenario, problems } = checkScenario(await readRunLink(hash), catalog)
  if (scenario === undefined) throw new EmulatorError(problems)
  const fixtures = resolveFixtures(scenario.world?.fixtures ?? ['starter'])
  const loaded = { file: undefined, scenario, fixtures, place: (found: readonly Problem[]) => [...found] }
  const emulator = createPageEmulator({ scenario: loaded })
  const result = await play(loaded, new InProcessTarget(emulator))
  if (!result.ok) return new RecordSource(shownBundle(createBundle(loaded, result, emulator)))
  const notRun = result.steps.filter(({ status }) => status === 'skipped').length
  const all =
    notRun === 0 ? 'all steps pass' : `${notRun} of ${result.steps.length} steps not run: a page runs no programs`
  const end = result.steps.length === 0 ? 'a world without steps' : all
  return new EmulatorInPage(emulator, `${scenario.name}: ${end}`).main
}
