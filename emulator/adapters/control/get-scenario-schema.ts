import { control } from './definition.ts'

export const getScenarioSchema = control({
  method: 'GET',
  path: '/scenario.schema.json',
  name: 'get_scenario_schema',
  summary: 'JSON Schema of scenario files, for editors.',
  async handle() {
    const { scenarioSchema } = await import('./scenario-schema.ts')
    return scenarioSchema
  },
})
