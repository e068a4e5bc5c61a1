import * as v from 'valibot'
import { fields } from '../../engine/checking/strict.ts'
import { isoTime } from '../../engine/world/clock.ts'
import { control } from './definition.ts'
import { requireRoomFor } from './require-room-for.ts'
import { snapshotName } from './snapshot-names.ts'
import { instanceOf } from '../../host/instance-of.ts'

export const takeSnapshot = control({
  method: 'POST',
  path: '/snapshots',
  name: 'take_snapshot',
  summary:
    'Keeps the current state under a name, in constant time. A name that is taken is replaced; without one, a name is made.',
  body: fields({ name: v.optional(snapshotName) }),
  returns: v.strictObject({ name: v.string(), now: v.string() }),
  status: 201,
  handle({ emulator, site, body }) {
    const { snapshots } = instanceOf(emulator)
    const name = body.name ?? freeName(snapshots)
    if (!snapshots.has(name)) requireRoomFor(site.bounds, 'snapshots', snapshots.size)
    const snapshot = emulator.snapshot()
    snapshots.set(name, snapshot)
    return { name, now: isoTime(snapshot.now) }
  },
})

function freeName(taken: ReadonlyMap<string, unknown>): string {
  let number = taken.size + 1
  while (taken.has(`snapshot-${number}`)) number++
  return `snapshot-${number}`
}
