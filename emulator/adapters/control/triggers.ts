import * as api from '../../host/control-api/triggers.ts'
import { ControlError, handle } from './handler.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { withReasons } from '../../host/why-not-fired.ts'
import { requireRoomFor } from './require-room-for.ts'

export const listTriggers = handle(api.listTriggers, ({ emulator }) => ({
  triggers: withReasons(emulator.triggers.list(), instanceOf(emulator).journal),
}))

export const addTrigger = handle(api.addTrigger, ({ emulator, site, body }) => {
  requireRoomFor(site.bounds, 'triggers', hostOf(emulator).world.state.triggers.entries.length)
  return { trigger: emulator.triggers.add(body) }
})

export const updateTrigger = handle(api.updateTrigger, ({ emulator, params, body }) => {
  const trigger = emulator.triggers.update(params.id, body)
  if (trigger !== undefined) return { trigger }
  throw new ControlError(
    'trigger_not_found',
    `There is no trigger '${params.id}'; GET /triggers lists those there are.`,
  )
})

export const clearTriggers = handle(api.clearTriggers, ({ emulator: { triggers } }) => {
  const deleted = triggers.list().length
  triggers.clear()
  return { deleted }
})

export const deleteTrigger = handle(api.deleteTrigger, ({ emulator, params }) => {
  if (emulator.triggers.remove(params.id)) return { deleted: 1 }
  throw new ControlError(
    'trigger_not_found',
    `There is no trigger '${params.id}'; GET /triggers lists those there are.`,
  )
})
