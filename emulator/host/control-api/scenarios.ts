import * as v from 'valibot'
import { call } from './call.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { refusing, wrongShape } from '../../engine/checking/refusing.ts'
import { anyFields, fields } from '../../engine/checking/strict.ts'
import { healthShape } from './health.ts'

const named = v.union([
  fields({
    name: v.pipe(
      v.string(),
      v.description(
        'Name of a shipped scenario, or one that GET /health gave: the current start of this world, or its first.',
      ),
    ),
  }),
  fields({ document: v.pipe(anyFields, v.description('A scenario, as in a scenario file.')) }),
  fields({
    text: v.pipe(v.string(), v.description('The text of a scenario file, YAML or JSON.')),
    file: v.optional(v.pipe(v.string(), v.description('Its name, for messages. Default `text`.'))),
  }),
])

const scenarioBody = refusing(named, (value) =>
  isObject(value) && 'scenario' in value
    ? wrongShape(value, 'expected the scenario in `document`: { "document": { "scenario": 1, … } }')
    : undefined,
)

export const listScenarios = call({
  method: 'GET',
  path: '/scenarios',
  name: 'list_scenarios',
  summary: 'Scenarios that can be switched to by name, and the current one.',
  returns: v.strictObject({
    scenarios: v.array(v.strictObject({ name: v.string(), about: v.string() })),
    current: v.string(),
  }),
})

export const switchScenario = call({
  method: 'POST',
  path: '/scenario',
  name: 'switch_scenario',
  summary: 'Starts again from another scenario. A bad one changes nothing.',
  body: scenarioBody,
  returns: healthShape,
  errors: ['scenario_not_found'],
})
