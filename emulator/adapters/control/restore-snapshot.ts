import { control } from './definition.ts'
import { health, healthShape } from './health.ts'
import { findSnapshot } from './snapshot-names.ts'

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
