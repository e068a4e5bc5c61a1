import * as v from 'valibot'
import { isoTime } from '../../engine/world/clock.ts'
import { control } from './definition.ts'
import { instanceOf } from '../../host/instance-of.ts'

export const listSnapshots = control({
  method: 'GET',
  path: '/snapshots',
  name: 'list_snapshots',
  summary: 'Snapshots that were taken, with their world time.',
  returns: v.strictObject({ snapshots: v.array(v.strictObject({ name: v.string(), now: v.string() })) }),
  handle: ({ emulator }) => ({
    snapshots: Array.from(instanceOf(emulator).snapshots, ([name, { now }]) => ({ name, now: isoTime(now) })),
  }),
})
