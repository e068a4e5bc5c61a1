import * as v from 'valibot'
import { isUuid } from '../contract/uuid.ts'
import { control } from './definition.ts'
import { findTable, received, recordFields, recordShape, shownRecord } from './records.ts'

export const putRecord = control({
  method: 'PUT',
  path: '/state/:table/:id',
  name: 'put_record',
  summary: 'Changes the fields given of the record with this id or alias, or adds a record with it. A bad record changes nothing.',
  body: recordFields,
  returns: v.strictObject({ record: recordShape }),
  handle({ emulator, params, body }) {
    const table = findTable(emulator, params.table)
    const fields = received(emulator, params.table, body)
    if (table.get(params.id) !== undefined) return { record: shownRecord(table.update(params.id, fields)) }
    const name = isUuid(params.id) ? { id: params.id } : { alias: params.id }
    return { record: shownRecord(table.insert({ ...fields, ...name })) }
  },
})
