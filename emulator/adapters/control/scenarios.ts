import type { CallBody } from '../../host/control-api/call.ts'
import * as api from '../../host/control-api/scenarios.ts'
import { ControlError, handle } from './handler.ts'
import type { Instance, Start } from '../../host/instance.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { catalog } from '../../service/catalog.ts'
import type { ScenarioSource } from '../../host/create-world.ts'
import { startFrom } from '../../host/start.ts'
import { parseDocument } from '../../engine/checking/document.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { Problem } from '../../engine/checking/problems.ts'
import { resolveFixtures } from '../../host/fixtures/shipped.ts'
import { checkScenario } from '../../scenario/check.ts'
import { relabel } from '../../scenario/labels.ts'
import type { ScenarioLibrary, Site } from '../../host/site.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import { describeHealth } from './health.ts'

export const listScenarios = handle(api.listScenarios, async ({ emulator, site }) => ({
  scenarios: (await site.library?.list()) ?? [],
  current: instanceOf(emulator).scenario,
}))

export const switchScenario = handle(api.switchScenario, async (input) => {
  const { body, site, emulator, cause } = input
  const instance = instanceOf(emulator)
  const start = (await findStart(instance, site, body)) ?? (await readStart(instance, site, body))
  instance.host.saving?.requireRoom(start.snapshot, instance.host.world)
  instance.switchTo(start, cause)
  return describeHealth(input)
})

/** The start of this world by its name in GET /health, for a start that is in no list. */
async function findStart(
  instance: Instance,
  { library }: Site<Instance>,
  body: CallBody<typeof api.switchScenario>,
): Promise<Start | undefined> {
  if (!('name' in body) || (await library?.names())?.includes(body.name) === true) return undefined
  return instance.startNamed(body.name)
}

async function readStart(
  instance: Instance,
  site: Site<Instance>,
  body: CallBody<typeof api.switchScenario>,
): Promise<Start> {
  const scenario = await readScenario(site, body)
  return startFrom({ scenario, bounds: site.bounds, ...instance.start.lasting })
}

async function readScenario(site: Site<Instance>, body: CallBody<typeof api.switchScenario>): Promise<ScenarioSource> {
  if ('name' in body) return byName(site, body.name)
  if ('document' in body) {
    return fromDocument(body.document, (problem) => ({ ...problem, path: ['document', ...problem.path] }))
  }
  const { value, problems, place } = await parseDocument(body.text, { file: body.file ?? 'text' })
  if (problems.length > 0) throw new EmulatorError(problems)
  return fromDocument(value, place)
}

/** Only a name of the list, never a path: anyone who may call this may still not read files. */
async function byName(
  { library }: { readonly library: ScenarioLibrary | undefined },
  name: string,
): Promise<ScenarioSource> {
  const known = (await library?.names()) ?? []
  if (!known.includes(name)) {
    throw new ControlError(
      'scenario_not_found',
      `There is no scenario '${name}'${didYouMean(name, known) || ';'} GET /scenarios lists those there are.`,
    )
  }
  return library!.load(name)
}

/** Checks a scenario that came over the wire: it may name shipped fixtures, and no files. */
function fromDocument(document: unknown, place: (problem: Problem) => Problem): ScenarioSource {
  const { value, problems } = checkScenario(relabel(document, undefined).document, catalog)
  if (value === undefined) throw new EmulatorError(problems.map(place))
  const fixtures = resolveFixtures(value.world?.fixtures ?? ['starter'])
  return { scenario: value as ScenarioSource['scenario'], fixtures }
}
