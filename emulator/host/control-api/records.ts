import * as v from 'valibot'
import { dictionary } from '../../engine/checking/dictionary.ts'
import { call } from './call.ts'
import { anyFields } from '../../engine/checking/strict.ts'
import { traceErrors } from './errors.ts'
import { momentQuery } from './moment.ts'

/** A record as the control API shows it: every field, secrets too; binary content as `{base64}`. */
const recordShape = v.looseObject({ id: v.string() })
const recordFields = anyFields

export const listRecords = call({
  method: 'GET',
  path: '/state/:table',
  name: 'list_records',
  summary: 'Records of a table in order of creation. `next` is the `after` of the next page, null at the end.',
  query: {
    ...momentQuery,
    after: v.optional(v.pipe(v.string(), v.description('Id or alias of the last record of the page before.'))),
    limit: v.optional(v.pipe(v.string(), v.description('Records of a page: 1 to 1000, default 100.'))),
  },
  returns: v.strictObject({ records: v.array(recordShape), next: v.nullable(v.string()) }),
  errors: ['table_not_found', ...traceErrors],
})

export const getRecord = call({
  method: 'GET',
  path: '/state/:table/:id',
  name: 'get_record',
  summary: 'A record by id or alias, as it is or as it was.',
  query: momentQuery,
  returns: v.strictObject({ record: recordShape }),
  errors: ['table_not_found', 'record_not_found', ...traceErrors],
})

export const createRecord = call({
  method: 'POST',
  path: '/state/:table',
  name: 'create_record',
  summary:
    'Adds a record. What it leaves out is derived; references take an alias or an id. A bad record changes nothing.',
  body: recordFields,
  returns: v.strictObject({ record: recordShape }),
  status: 201,
  errors: ['table_not_found'],
})

export const putRecord = call({
  method: 'PUT',
  path: '/state/:table/:id',
  name: 'put_record',
  summary:
    'Changes the fields given of the record with this id or alias, or adds a record with it. A bad record changes nothing.',
  body: recordFields,
  returns: v.strictObject({ record: recordShape }),
  errors: ['table_not_found'],
})

export const deleteRecord = call({
  method: 'DELETE',
  path: '/state/:table/:id',
  name: 'delete_record',
  summary:
    'Deletes a record and everything that refers to it. `deleted` counts them, `tables` by table. With `dry_run=true` nothing changes.',
  query: {
    dry_run: v.optional(
      v.pipe(v.picklist(['true', 'false']), v.description('`true`: tells what would go, and deletes nothing.')),
    ),
  },
  returns: v.strictObject({ deleted: v.number(), tables: dictionary(v.string(), v.number()) }),
  errors: ['table_not_found', 'record_not_found'],
})
