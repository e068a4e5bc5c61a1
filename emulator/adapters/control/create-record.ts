import * as v from 'valibot'
import { control } from './definition.ts'
import { findTable, received, recordFields, recordShape, shownRecord } from './records.ts'

export const createRecord = control({
  method: 'POST',
  path: '/state/:table',
  name: 'create_record',
  summary:
    'Adds a record. What it leaves out is derived; references take an alias or an id. A bad record changes nothing.',
  body: recordFields,
  returns: v.strictObject({ record: recordShape }),
  status: 201,
  errors: ['table_not_found'],
  handle({ emulator, params, body }) {
    const table = findTable(emulator, params.table)
    return { record: shownRecord(table.insert(received(emulator, params.table, body))) }
  },
})
