import * as v from 'valibot'
import { tableNames } from '../world/arrange.ts'
import { control } from './definition.ts'

export const listTables = control({
  method: 'GET',
  path: '/state',
  name: 'list_tables',
  summary: 'The tables of the world, with how many records each holds.',
  returns: v.strictObject({ tables: v.record(v.string(), v.number()) }),
  handle: ({ emulator }) => ({ tables: Object.fromEntries(tableNames.map((name) => [name, emulator.world.table(name)!.size])) }),
})
