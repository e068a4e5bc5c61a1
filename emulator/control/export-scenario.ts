import * as v from 'valibot'
import { control, Raw } from './definition.ts'
import { journalOf } from './journal-query.ts'

export const exportScenario = control({
  method: 'GET',
  path: '/journal.scenario',
  name: 'export_scenario',
  summary: 'What happened since the start or the last reset as a scenario: a step for each exchange, which expects what was answered. No secret is written.',
  query: {
    name: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'expected lower case words joined by `-`'), v.description('Name of the scenario. Default `recorded`.'))),
    format: v.optional(v.pipe(v.picklist(['json', 'yaml']), v.description('`json` (default): `{scenario, left_out}`; `yaml`: the text of a scenario file.'))),
  },
  returns: v.strictObject({
    scenario: v.looseObject({}),
    left_out: v.pipe(v.array(v.strictObject({ entry: v.nullable(v.number()), reason: v.string() })), v.description('What the scenario does not hold, and why.')),
  }),
  errors: ['journal_off'],
  async handle({ emulator, query: { name = 'recorded', format = 'json' } }) {
    journalOf(emulator)
    // Loaded when it is asked for: it brings the checks of scenarios, and YAML.
    const { ownFixtures, scenarioSince } = await import('../scenario/record/from-journal.ts')
    const since = scenarioSince(emulator, { name, about: 'What happened to an emulator.' })
    const happened = { scenario: since.scenario, left_out: [...ownFixtures(emulator), ...since.left_out] }
    if (format === 'json') return happened
    const { yamlText } = await import('../scenario/record/yaml-text.ts')
    const notes = happened.left_out.map(({ entry, reason }) => (entry === null ? `Note: ${reason}.` : `Left out, entry ${entry}: ${reason}.`))
    return new Raw({ status: 200, headers: ['content-type', 'application/yaml', 'cache-control', 'no-store'], body: yamlText(happened.scenario, notes) })
  },
})
