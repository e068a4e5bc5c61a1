import * as v from 'valibot'
import { control } from './definition.ts'
import { traceErrors } from './errors.ts'
import { momentQuery, worldAt } from './moment.ts'
import { findRecord, recordShape, shownRecord } from './records.ts'

export const getRecord = control({
  method: 'GET',
  path: '/state/:table/:id',
  name: 'get_record',
  summary: 'A record by id or alias, as it is or as it was.',
  query: momentQuery,
  returns: v.strictObject({ record: recordShape }),
  errors: ['table_not_found', 'record_not_found', ...traceErrors],
  handle: ({ emulator, params, query }) => ({
    record: shownRecord(findRecord(emulator, params.table, params.id, worldAt(emulator, query))),
  }),
})
