import * as v from 'valibot'
import { ControlError, control } from './definition.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { catalog } from '../../service/catalog.ts'
import type { ScenarioSource } from '../../host/create-world.ts'
import { startFrom } from '../../host/emulator.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { refusing, wrongShape } from '../../engine/checking/refusing.ts'
import { anyFields, fields } from '../../engine/checking/strict.ts'
import { resolveFixtures } from '../../host/fixtures/shipped.ts'
import { checkScenario } from '../../scenario/check.ts'
import { relabel } from '../../scenario/labels.ts'
import type { ScenarioLibrary } from '../../host/site.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import { health, healthShape } from './health.ts'

export const listScenarios = control({
  method: 'GET',
  path: '/scenarios',
  name: 'list_scenarios',
  summary: 'Scenarios that can be switched to by name, and the one in force.',
  returns: v.strictObject({
    scenarios: v.array(v.strictObject({ name: v.string(), about: v.string() })),
    current: v.string(),
  }),
  handle: async ({ emulator, site }) => ({
    scenarios: (await site.library?.list()) ?? [],
    current: instanceOf(emulator).scenario,
  }),
})

const named = v.union([
  fields({ name: v.pipe(v.string(), v.description('Name of a shipped scenario.')) }),
  fields({ document: v.pipe(anyFields, v.description('A scenario, as in a scenario file.')) }),
])

const scenarioBody = refusing(named, (value) =>
  isObject(value) && 'scenario' in value
    ? wrongShape(value, 'a scenario stands in `document`: { "document": { "scenario": 1, … } }')
    : undefined,
)

export const switchScenario = control({
  method: 'POST',
  path: '/scenario',
  name: 'switch_scenario',
  summary: 'Starts again from another scenario. A bad one changes nothing.',
  body: scenarioBody,
  returns: healthShape,
  errors: ['scenario_not_found'],
  async handle(input) {
    const { body, site, emulator } = input
    const scenario = 'name' in body ? await byName(site, body.name) : fromDocument(body.document)
    const instance = instanceOf(emulator)
    const { facts, delay, rateLimit } = instance.start
    instance.switchTo(startFrom({ scenario, bounds: site.bounds, facts, delay, rateLimit }))
    return health.handle(input as never)
  },
})

/** Only a name of the list, never a path: anyone who may call this may still not read files. */
async function byName(
  { library }: { readonly library: ScenarioLibrary | undefined },
  name: string,
): Promise<ScenarioSource> {
  const known = (await library?.list()) ?? []
  if (!known.some((scenario) => scenario.name === name)) {
    throw new ControlError(
      'scenario_not_found',
      `There is no scenario '${name}'${
        didYouMean(
          name,
          known.map((scenario) => scenario.name),
        ) || ';'
      } GET /scenarios lists those there are.`,
    )
  }
  return library!.load(name)
}

/** A document that came over the wire may name shipped fixtures, and no files. */
function fromDocument(document: object): ScenarioSource {
  const { value, problems } = checkScenario(relabel(document, undefined).document, catalog)
  if (value === undefined)
    throw new EmulatorError(problems.map((problem) => ({ ...problem, path: ['document', ...problem.path] })))
  const fixtures = resolveFixtures(value.world?.fixtures ?? ['starter'])
  return { scenario: value as ScenarioSource['scenario'], fixtures }
}
