import * as v from 'valibot'
import { control } from './definition.ts'
import { findRecord, recordShape, shownRecord } from './records.ts'

export const getRecord = control({
  method: 'GET',
  path: '/state/:table/:id',
  name: 'get_record',
  summary: 'A record by id or alias.',
  returns: v.strictObject({ record: recordShape }),
  errors: ['table_not_found', 'record_not_found'],
  handle: ({ emulator, params }) => ({ record: shownRecord(findRecord(emulator, params.table, params.id)) }),
})
