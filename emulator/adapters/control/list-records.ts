import * as v from 'valibot'
import { control } from './definition.ts'
import { traceErrors } from './errors.ts'
import { momentQuery, worldAt } from './moment.ts'
import { findTable, numberIn, recordShape, shownRecord } from './records.ts'

export const listRecords = control({
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
  handle({ emulator, params, query }) {
    const limit = numberIn('limit', query.limit, 100, 1_000)
    const records = findTable(emulator, params.table, worldAt(emulator, query)).page(limit + 1, query.after)
    const page = records.slice(0, limit)
    return { records: page.map(shownRecord), next: records.length > limit ? page.at(-1)!.id : null }
  },
})
