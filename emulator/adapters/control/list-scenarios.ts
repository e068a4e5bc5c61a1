import * as v from 'valibot'
import { control } from './definition.ts'
import { instanceOf } from '../../host/instance-of.ts'

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
