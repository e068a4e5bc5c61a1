import * as v from 'valibot'
import { isoTime } from '../../engine/world/clock.ts'
import { settle } from '../../engine/kernel/perform.ts'
import { control } from './definition.ts'
import { hostOf } from '../../host/instance-of.ts'

export const clockShape = v.strictObject({ now: v.string() })

export const getClock = control({
  method: 'GET',
  path: '/clock',
  name: 'get_clock',
  summary: 'World time.',
  returns: clockShape,
  handle({ emulator }) {
    settle(hostOf(emulator))
    return { now: isoTime(hostOf(emulator).world.now) }
  },
})
