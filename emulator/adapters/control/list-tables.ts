import * as v from 'valibot'
import { tableNames } from '../../engine/world/arrange.ts'
import { control } from './definition.ts'
import { traceErrors } from './errors.ts'
import { momentQuery, worldAt } from './moment.ts'

export const listTables = control({
  method: 'GET',
  path: '/state',
  name: 'list_tables',
  summary: 'The tables of the world, with how many records each holds, or held at an entry of the journal.',
  query: momentQuery,
  returns: v.strictObject({ tables: v.record(v.string(), v.number()) }),
  errors: traceErrors,
  handle({ emulator, query }) {
    const world = worldAt(emulator, query)
    return { tables: Object.fromEntries(tableNames.map((name) => [name, world.table(name)!.size])) }
  },
})
