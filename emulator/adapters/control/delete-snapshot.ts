import * as v from 'valibot'
import { instanceOf } from '../../host/instance-of.ts'
import { control } from './definition.ts'
import { findSnapshot } from './snapshot-names.ts'

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
