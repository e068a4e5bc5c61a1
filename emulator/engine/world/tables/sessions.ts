import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { fill, id, now, timestamp, storedAlias } from './fields.ts'

/** A workflow session: what executions of a definition work on. */
export const sessionRecord = v.strictObject({
  id,
  org_id: id,
  alias: v.nullable(storedAlias),
  definition_id: v.nullable(id),
  created_at: timestamp,
})

export type Session = v.InferOutput<typeof sessionRecord>

export const sessions: TableDefinition<Session, 'org' | 'definition'> = table({
  name: 'sessions',
  noun: 'session',
  schema: sessionRecord,
  unique: ['alias'],
  indexes: { org: ['org_id'], definition: ['definition_id'] },
  references: [
    { field: 'org_id', table: 'orgs', onDelete: 'cascade' },
    { field: 'definition_id', table: 'definitions', onDelete: 'clear' },
  ],
  derive(draft, world) {
    fill(draft, { alias: null, definition_id: null, created_at: now(world) })
  },
})
