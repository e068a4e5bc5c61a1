import * as v from 'valibot'
import { isUuid } from '../../contract/uuid.ts'
import { control } from './definition.ts'
import { hostOf } from '../../host/instance-of.ts'
import { storedId } from '../../engine/world/vary-ids.ts'
import { findTable, received, recordFields, recordShape, shownRecord } from './records.ts'

export const putRecord = control({
  method: 'PUT',
  path: '/state/:table/:id',
  name: 'put_record',
  summary:
    'Changes the fields given of the record with this id or alias, or adds a record with it. A bad record changes nothing.',
  body: recordFields,
  returns: v.strictObject({ record: recordShape }),
  errors: ['table_not_found'],
  handle({ emulator, params, body }) {
    const table = findTable(emulator, params.table)
    const fields = received(emulator, params.table, body)
    const reference = storedId(hostOf(emulator).world, params.id)
    if (table.get(reference) !== undefined) return { record: shownRecord(table.update(reference, fields)) }
    const name = isUuid(reference) ? { id: reference } : { alias: reference }
    return { record: shownRecord(table.insert({ ...fields, ...name })) }
  },
})
