import * as v from 'valibot'
import type { LeftOut, PlannedScenario } from '../../scenario/record/from-journal.ts'
import type { yamlPieces } from '../../scenario/record/yaml-text.ts'
import { control } from './definition.ts'
import { jsonText, longAnswer, longJson } from './long-answer.ts'
import { journalOf } from './journal-query.ts'

export const exportScenario = control({
  method: 'GET',
  path: '/journal.scenario',
  name: 'export_scenario',
  summary:
    'What happened since the start or the last reset as a scenario: a step for each exchange, which expects what was answered. No secret is written.',
  query: {
    name: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'expected lower case words joined by `-`'),
        v.description('Name of the scenario. Default `recorded`.'),
      ),
    ),
    format: v.optional(
      v.pipe(
        v.picklist(['json', 'yaml']),
        v.description('`json` (default): `{scenario, left_out}`; `yaml`: the text of a scenario file.'),
      ),
    ),
  },
  returns: v.strictObject({
    scenario: v.looseObject({}),
    left_out: v.pipe(
      v.array(v.strictObject({ entry: v.nullable(v.number()), reason: v.string() })),
      v.description('What the scenario does not hold, and why.'),
    ),
  }),
  errors: ['journal_off'],
  async handle({ emulator, query: { name = 'recorded', format = 'json' } }) {
    journalOf(emulator)
    // Loaded when it is asked for: it brings the checks of scenarios, and YAML.
    const { ownFixtures, planScenarioSince } = await import('../../scenario/record/from-journal.ts')
    const { yamlPieces } = await import('../../scenario/record/yaml-text.ts')
    const fixtures = ownFixtures(emulator)
    const plan = planScenarioSince(emulator, { name, about: 'What happened to an emulator.' })
    return format === 'json'
      ? longJson(scenarioJson(plan, fixtures))
      : longAnswer('application/yaml', scenarioYaml(plan, fixtures, yamlPieces))
  },
})

function* scenarioJson(plan: Generator<'', PlannedScenario>, notes: readonly LeftOut[]): Generator<string, void> {
  const { scenario, left_out: leftOut } = yield* plan
  yield* jsonText({ scenario, left_out: [...notes, ...leftOut] }, 3)
}

function* scenarioYaml(
  plan: Generator<'', PlannedScenario>,
  notes: readonly LeftOut[],
  write: typeof yamlPieces,
): Generator<string, void> {
  const { scenario, left_out: leftOut } = yield* plan
  const lines = [...notes, ...leftOut].map(({ entry, reason }) =>
    entry === null ? `Note: ${reason}.` : `Left out, entry ${entry}: ${reason}.`,
  )
  yield* write(scenario, lines)
}
