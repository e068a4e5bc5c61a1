import * as v from 'valibot'
import { call } from './call.ts'
import { triggerChangesSchema, triggerSchema, type Trigger } from '../../engine/triggers/schema.ts'

const triggerShape = v.strictObject({
  id: v.string(),
  name: v.optional(v.string()),
  matched: v.number(),
  fired: v.number(),
  problem: v.optional(v.string()),
  not_fired: v.optional(
    v.pipe(v.string(), v.description('Why it never fired: the nearest request of the journal, and how that differs.')),
  ),
  trigger: v.looseObject({}) as unknown as v.GenericSchema<Trigger>,
})

export const listTriggers = call({
  method: 'GET',
  path: '/triggers',
  name: 'list_triggers',
  summary:
    'The triggers, with how often each matched and fired. One that never fired says why: the nearest request, and how it differs.',
  returns: v.strictObject({ triggers: v.array(triggerShape) }),
})

export const addTrigger = call({
  method: 'POST',
  path: '/triggers',
  name: 'add_trigger',
  summary: 'Adds a trigger, after those there are.',
  body: triggerSchema,
  returns: v.strictObject({ trigger: triggerShape }),
  status: 201,
})

export const updateTrigger = call({
  method: 'PATCH',
  path: '/triggers/:id',
  name: 'update_trigger',
  summary:
    'Changes the fields given of one trigger, which keeps id and counts; null takes an optional one away. `enabled: false` switches it off, `place: 1` puts it first.',
  body: triggerChangesSchema,
  returns: v.strictObject({ trigger: triggerShape }),
  errors: ['trigger_not_found'],
})

export const clearTriggers = call({
  method: 'DELETE',
  path: '/triggers',
  name: 'clear_triggers',
  summary: 'Takes every trigger away.',
  returns: v.strictObject({ deleted: v.number() }),
})

export const deleteTrigger = call({
  method: 'DELETE',
  path: '/triggers/:id',
  name: 'delete_trigger',
  summary: 'Takes one trigger away.',
  returns: v.strictObject({ deleted: v.number() }),
  errors: ['trigger_not_found'],
})
