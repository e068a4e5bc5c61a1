import * as v from 'valibot'
import { call } from './call.ts'
import { fields } from '../../engine/checking/strict.ts'
import type { ExportedState } from '../../engine/world/exported-state.ts'
import { healthShape } from './health.ts'

/** Name of a snapshot, which is part of URLs. */
const snapshotName = v.pipe(
  v.string(),
  v.regex(/^[\w][\w.-]{0,99}$/, 'expected 1 to 100 letters, digits, `_`, `.` or `-`, not starting with `.` or `-`'),
)

export const listSnapshots = call({
  method: 'GET',
  path: '/snapshots',
  name: 'list_snapshots',
  summary: 'Snapshots that were taken, with their world time.',
  returns: v.strictObject({ snapshots: v.array(v.strictObject({ name: v.string(), now: v.string() })) }),
})

export const takeSnapshot = call({
  method: 'POST',
  path: '/snapshots',
  name: 'take_snapshot',
  summary:
    'Keeps the current state under a name, in constant time. A name that is taken is replaced; without one, a name is made.',
  body: fields({ name: v.optional(snapshotName) }),
  returns: v.strictObject({ name: v.string(), now: v.string() }),
  status: 201,
})

export const readSnapshot = call({
  method: 'GET',
  path: '/snapshots/:name',
  name: 'read_snapshot',
  summary: 'A snapshot as a state, for `--from`, `createEmulator({ state })` and PUT /export.',
  returns: v.looseObject({ svc_emulator_state: v.number() }) as unknown as v.GenericSchema<ExportedState>,
  errors: ['snapshot_not_found'],
})

export const restoreSnapshot = call({
  method: 'POST',
  path: '/snapshots/:name/restore',
  name: 'restore_snapshot',
  summary: 'Goes back to a snapshot: records, ids, clock and triggers. Journal and coverage go on.',
  returns: healthShape,
  errors: ['snapshot_not_found'],
})

export const deleteSnapshot = call({
  method: 'DELETE',
  path: '/snapshots/:name',
  name: 'delete_snapshot',
  summary: 'Forgets a snapshot. The world stays as it is.',
  returns: v.strictObject({ deleted: v.string() }),
  errors: ['snapshot_not_found'],
})
