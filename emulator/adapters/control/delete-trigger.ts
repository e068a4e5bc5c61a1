import * as v from 'valibot'
import { control, ControlError } from './definition.ts'

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
