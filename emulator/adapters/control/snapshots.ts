import * as v from 'valibot'
import { nearest } from '../../engine/checking/near-miss.ts'
import type { Emulator } from '../../host/emulator.ts'
import { instanceOf } from '../../host/instance-of.ts'
import type { Snapshot } from '../../engine/world/world-state.ts'
import { ControlError, control } from './definition.ts'
import { isoTime } from '../../engine/world/clock.ts'
import { fields } from '../../engine/checking/strict.ts'
import { requireRoomFor } from './require-room-for.ts'
import { health, healthShape } from './health.ts'

/** A name is a key and never a path, but it stands in addresses. */
const snapshotName = v.pipe(
  v.string(),
  v.regex(/^[\w][\w.-]{0,99}$/, 'expected 1 to 100 letters, digits, `_`, `.` or `-`, not starting with `.` or `-`'),
)

/** Snapshot of this name. Throws `ControlError` with the near miss. */
export function findSnapshot(emulator: Emulator, name: string): Snapshot {
  const { snapshots } = instanceOf(emulator)
  const snapshot = snapshots.get(name)
  if (snapshot !== undefined) return snapshot
  const near = nearest(name, snapshots.keys())
  throw new ControlError(
    'snapshot_not_found',
    `There is no snapshot '${name}'${near === undefined ? '.' : `, did you mean '${near}'?`}`,
  )
}

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

export const restoreSnapshot = control({
  method: 'POST',
  path: '/snapshots/:name/restore',
  name: 'restore_snapshot',
  summary: 'Goes back to a snapshot: records, ids, clock and triggers. Journal and coverage go on.',
  returns: healthShape,
  errors: ['snapshot_not_found'],
  handle(input) {
    const { emulator, params } = input
    emulator.restore(findSnapshot(emulator, params.name))
    return health.handle(input as never)
  },
})

export const deleteSnapshot = control({
  method: 'DELETE',
  path: '/snapshots/:name',
  name: 'delete_snapshot',
  summary: 'Forgets a snapshot. The world stays as it is.',
  returns: v.strictObject({ deleted: v.string() }),
  errors: ['snapshot_not_found'],
  handle({ emulator, params: { name } }) {
    findSnapshot(emulator, name)
    instanceOf(emulator).snapshots.delete(name)
    return { deleted: name }
  },
})
