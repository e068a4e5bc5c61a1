import * as v from 'valibot'
import { hostOf } from '../../host/instance-of.ts'
import { triggerSchema } from '../../engine/triggers/schema.ts'
import { control } from './definition.ts'
import { triggerShape } from './list-triggers.ts'
import { requireRoomFor } from './require-room-for.ts'

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
