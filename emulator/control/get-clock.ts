import * as v from 'valibot'
import { isoTime } from '../world/clock.ts'
import { control } from './definition.ts'

export const clockShape = v.strictObject({ now: v.string() })

export const getClock = control({
  method: 'GET',
  path: '/clock',
  summary: 'World time.',
  returns: clockShape,
  handle({ emulator }) {
    emulator.host.world.settle()
    return { now: isoTime(emulator.host.world.now) }
  },
})
