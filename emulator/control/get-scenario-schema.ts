import { control } from './definition.ts'

export const getScenarioSchema = control({
  method: 'GET',
  path: '/scenario.schema.json',
  summary: 'JSON Schema of scenario files, for editors.',
  async handle() {
    const { default: schema } = await import('../../scenarios/scenario.schema.json', { with: { type: 'json' } })
    return schema
  },
})
