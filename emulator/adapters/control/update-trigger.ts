import * as v from 'valibot'
import { triggerChangesSchema } from '../../engine/triggers/schema.ts'
import { control, ControlError } from './definition.ts'
import { triggerShape } from './list-triggers.ts'

export const updateTrigger = control({
  method: 'PATCH',
  path: '/triggers/:id',
  name: 'update_trigger',
  summary:
    'Changes the fields given of one trigger, which keeps id, place and counts; null takes an optional one away. `enabled: false` switches it off.',
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
