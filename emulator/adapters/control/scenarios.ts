import * as v from 'valibot'
import { ControlError, control } from './definition.ts'
import type { Instance } from '../../host/instance.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { catalog } from '../../service/catalog.ts'
import type { ScenarioSource } from '../../host/create-world.ts'
import { startFrom } from '../../host/emulator.ts'
import { parseDocument } from '../../engine/checking/document.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import type { Problem } from '../../engine/checking/problems.ts'
import { refusing, wrongShape } from '../../engine/checking/refusing.ts'
import { anyFields, fields } from '../../engine/checking/strict.ts'
import { resolveFixtures } from '../../host/fixtures/shipped.ts'
import { checkScenario } from '../../scenario/check.ts'
import { relabel } from '../../scenario/labels.ts'
import type { ScenarioLibrary, Site } from '../../host/site.ts'
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
  fields({
    text: v.pipe(v.string(), v.description('The text of a scenario file, YAML or JSON.')),
    file: v.optional(v.pipe(v.string(), v.description('Its name, for messages. Default `text`.'))),
  }),
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
    const { body, site, emulator, cause } = input
    const scenario = await readScenario(site, body)
    const instance = instanceOf(emulator)
    const { facts, delay, rateLimit } = instance.start
    const start = startFrom({ scenario, bounds: site.bounds, facts, delay, rateLimit })
    instance.switchTo(start, cause)
    return health.handle(input as never)
  },
})

async function readScenario(site: Site<Instance>, body: v.InferOutput<typeof named>): Promise<ScenarioSource> {
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
