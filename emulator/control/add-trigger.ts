import * as v from 'valibot'
import { triggerSchema } from '../triggers/schema.ts'
import { control } from './definition.ts'
import { triggerShape } from './list-triggers.ts'

export const addTrigger = control({
  method: 'POST',
  path: '/triggers',
  name: 'add_trigger',
  summary: 'Puts a trigger in force, after those there are.',
  body: triggerSchema,
  returns: v.strictObject({ trigger: triggerShape }),
  status: 201,
  handle: ({ emulator, body }) => ({ trigger: emulator.triggers.add(body) }),
})
