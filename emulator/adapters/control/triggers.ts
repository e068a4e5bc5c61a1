import * as v from 'valibot'
import { ControlError, control } from './definition.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { withReasons } from '../../host/why-not-fired.ts'
import { triggerChangesSchema, triggerSchema } from '../../engine/triggers/schema.ts'
import { requireRoomFor } from './require-room-for.ts'

const triggerShape = v.strictObject({
  id: v.string(),
  name: v.optional(v.string()),
  matched: v.number(),
  fired: v.number(),
  problem: v.optional(v.string()),
  not_fired: v.optional(
    v.pipe(v.string(), v.description('Why it never fired: the nearest request of the journal, and how that differs.')),
  ),
  trigger: v.looseObject({}),
})

export const listTriggers = control({
  method: 'GET',
  path: '/triggers',
  name: 'list_triggers',
  summary:
    'Triggers in force, with how often each matched and fired. One that never fired says why: the nearest request, and how it differs.',
  returns: v.strictObject({ triggers: v.array(triggerShape) }),
  handle: ({ emulator }) => ({ triggers: withReasons(emulator.triggers.list(), instanceOf(emulator).journal) }),
})

export const addTrigger = control({
  method: 'POST',
  path: '/triggers',
  name: 'add_trigger',
  summary: 'Puts a trigger in force, after those there are.',
  body: triggerSchema,
  returns: v.strictObject({ trigger: triggerShape }),
  status: 201,
  handle({ emulator, site, body }) {
    requireRoomFor(site.bounds, 'triggers', hostOf(emulator).world.state.triggers.entries.length)
    return { trigger: emulator.triggers.add(body) }
  },
})

export const updateTrigger = control({
  method: 'PATCH',
  path: '/triggers/:id',
  name: 'update_trigger',
  summary:
    'Changes the fields given of one trigger, which keeps id and counts; null takes an optional one away. `enabled: false` switches it off, `place: 1` puts it first.',
  body: triggerChangesSchema,
  returns: v.strictObject({ trigger: triggerShape }),
  errors: ['trigger_not_found'],
  handle({ emulator, params, body }) {
    const trigger = emulator.triggers.update(params.id, body)
    if (trigger !== undefined) return { trigger }
    throw new ControlError(
      'trigger_not_found',
      `There is no trigger '${params.id}'; GET /triggers lists those there are.`,
    )
  },
})

export const clearTriggers = control({
  method: 'DELETE',
  path: '/triggers',
  name: 'clear_triggers',
  summary: 'Takes every trigger away.',
  returns: v.strictObject({ deleted: v.number() }),
  handle({ emulator: { triggers } }) {
    const deleted = triggers.list().length
    triggers.clear()
    return { deleted }
  },
})

export const deleteTrigger = control({
  method: 'DELETE',
  path: '/triggers/:id',
  name: 'delete_trigger',
  summary: 'Takes one trigger away.',
  returns: v.strictObject({ deleted: v.number() }),
  errors: ['trigger_not_found'],
  handle({ emulator, params }) {
    if (emulator.triggers.remove(params.id)) return { deleted: 1 }
    throw new ControlError(
      'trigger_not_found',
      `There is no trigger '${params.id}'; GET /triggers lists those there are.`,
    )
  },
})
