/** The scenario format: types, validator and JSON Schema all come from here. */
import * as v from 'valibot'
import { stampSchema } from '../engine/checking/contract-stamp.ts'
import { fields } from '../engine/checking/strict.ts'
import { FORMAT } from '../engine/matching/format.ts'
import { clauseId } from '../engine/matching/schema-clause.ts'
import { described, text } from '../engine/matching/schema-common.ts'
import { namedKeys } from '../engine/matching/schema-keys.ts'
import { callerSchema, stepSchema } from './schema-steps.ts'
import { chaosSchema } from '../engine/triggers/chaos.ts'
import { triggerSchema } from '../engine/triggers/schema.ts'
import { worldSchema } from '../engine/matching/schema-world.ts'

const whole = fields({
  $schema: v.optional(described(v.string(), 'For editors.')),
  scenario: described(v.literal(FORMAT), 'Version of the format.'),
  name: described(
    v.pipe(v.string(), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'expected lower case words joined by -')),
    'Lower case words joined by `-`.',
    'deleted-record-cursor',
  ),
  about: v.optional(described(text, 'What it shows, in one or two sentences.')),
  clauses: v.optional(
    described(v.array(clauseId), 'Clauses of the specification; a replay that does not exercise each of them fails.'),
  ),
  contract: v.optional(
    described(stampSchema, 'The contract that a recording was made under. Nothing is refused for it.'),
  ),
  world: v.optional(described(worldSchema, 'What is there at the start.')),
  triggers: v.optional(described(v.array(triggerSchema), 'Faults and changes: what happens to whom, and when.')),
  chaos: v.optional(chaosSchema),
  keys: v.optional(
    described(namedKeys, 'Keys and tokens by name, for `as`; no secret is written here.', {
      'ada-admin': { user: 'ada', role: 'admin' },
    }),
  ),
  as: v.optional(callerSchema),
  steps: v.optional(described(v.array(stepSchema), 'What `replay` does and expects, in order.')),
})

export type Scenario = v.InferInput<typeof whole>
interface ScenarioSchema extends v.GenericSchema<Scenario> {}

export const scenarioSchema: ScenarioSchema = v.pipe(
  whole,
  v.metadata({
    title: 'svc-emulator scenario',
    description: 'A world, what happens in it, and the steps that show it.',
  }),
)
