import * as v from 'valibot'
import { control } from './definition.ts'

export const triggerShape = v.strictObject({
  id: v.string(),
  name: v.optional(v.string()),
  matched: v.number(),
  fired: v.number(),
  problem: v.optional(v.string()),
  trigger: v.looseObject({}),
})

export const listTriggers = control({
  method: 'GET',
  path: '/triggers',
  name: 'list_triggers',
  summary: 'Triggers in force, with how often each matched and fired. One that never did has `matched: 0`.',
  returns: v.strictObject({ triggers: v.array(triggerShape) }),
  handle: ({ emulator }) => ({ triggers: emulator.triggers.list() }),
})
