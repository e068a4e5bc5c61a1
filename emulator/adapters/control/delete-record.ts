import * as v from 'valibot'
import { control } from './definition.ts'
import { findRecord, findTable } from './records.ts'

export const deleteRecord = control({
  method: 'DELETE',
  path: '/state/:table/:id',
  name: 'delete_record',
  summary: 'Deletes a record and everything that refers to it. `deleted` counts them.',
  returns: v.strictObject({ deleted: v.number() }),
  errors: ['table_not_found', 'record_not_found'],
  handle({ emulator, params }) {
    const { id } = findRecord(emulator, params.table, params.id)
    return { deleted: findTable(emulator, params.table).delete(id) }
  },
})
