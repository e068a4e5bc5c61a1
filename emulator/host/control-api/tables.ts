import * as v from 'valibot'
import { dictionary } from '../../engine/checking/dictionary.ts'
import { call } from './call.ts'
import { traceErrors } from './errors.ts'
import { momentQuery } from './moment.ts'

const tableShape = v.strictObject({
  name: v.string(),
  noun: v.pipe(v.string(), v.description('One record, in words of the API.')),
  schema: v.pipe(v.looseObject({}), v.description('JSON Schema of a record as it is stored.')),
  derived: v.pipe(v.array(v.string()), v.description('Fields that an insert may leave out: they are derived.')),
  unique: v.pipe(v.array(v.string()), v.description('Fields besides `id` whose value names one record.')),
  references: v.pipe(
    v.array(
      v.strictObject({
        field: v.string(),
        table: v.union([v.string(), v.strictObject({ by: v.string(), tables: dictionary(v.string(), v.string()) })]),
        on_delete: v.picklist(['cascade', 'clear']),
      }),
    ),
    v.description('Fields that name a record of another table; `by`: the field that tells of which one.'),
  ),
})

export const listTables = call({
  method: 'GET',
  path: '/state',
  name: 'list_tables',
  summary: 'The tables of the world, with how many records each holds, or held at an entry of the journal.',
  query: momentQuery,
  returns: v.strictObject({ tables: dictionary(v.string(), v.number()) }),
  errors: traceErrors,
})

export const describeTables = call({
  method: 'GET',
  path: '/tables',
  name: 'describe_tables',
  summary: 'What each table of the world holds: the schema of its records, and what their fields refer to.',
  returns: v.strictObject({ tables: v.array(tableShape) }),
})
