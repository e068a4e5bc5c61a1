import type { ControlAnswer } from '../../host/control-api/control-api.ts'
import * as api from '../../host/control-api/tables.ts'
import { createEmulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import { tableNames } from '../../engine/world/arrange.ts'
import { handle } from './handler.ts'
import { tablesAt } from './state-at.ts'
import type { TableDefinition } from '../../engine/world/definition.ts'
import { tables } from '../../engine/world/tables/index.ts'

export const listTables = handle(api.listTables, ({ emulator, query }) => {
  const world = tablesAt(emulator, query)
  return { tables: Object.fromEntries(tableNames.map((name) => [name, world.table(name)!.size])) }
})

export const describeTables = handle(api.describeTables, describeAll)

async function describeAll(): Promise<ControlAnswer<'GET /tables'>> {
  const { SchemaWriter } = await import('../../host/documents/json-schema.ts')
  const writer = new SchemaWriter({})
  // Some values are drawn: another world draws them.
  const { world } = hostOf(createEmulator())
  const shown = (Object.values(tables) as unknown as TableDefinition[]).filter(({ internal }) => internal !== true)
  return {
    tables: shown.map(({ name, noun, schema, derive, unique, references }) => ({
      name,
      noun,
      schema: writer.write(schema, 'output'),
      derived: ['id', ...Object.keys(derive({ id: '' }, world))],
      unique,
      references: references.map(({ field, table, onDelete }) => ({ field, table, on_delete: onDelete })),
    })),
  }
}
