import * as v from 'valibot'
import { nearest } from '../../engine/checking/near-miss.ts'
import type { Emulator } from '../../host/emulator.ts'
import { instanceOf } from '../../host/instance-of.ts'
import type { Snapshot } from '../../engine/world/world.ts'
import { ControlError } from './definition.ts'

/** A name is a key and never a path, but it stands in addresses. */
export const snapshotName = v.pipe(
  v.string(),
  v.regex(/^[\w][\w.-]{0,99}$/, 'expected 1 to 100 letters, digits, `_`, `.` or `-`, not starting with `.` or `-`'),
)

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
