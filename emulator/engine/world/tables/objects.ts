import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { fill, id, json, name, now, timestamp } from './fields.ts'

/** One key of the object store of a session. */
export const objectRecord = v.strictObject({ id, session_id: id, key: name, value: json, created_at: timestamp })

export type SessionObject = v.InferOutput<typeof objectRecord>

export const objects: TableDefinition<SessionObject, 'session' | 'entry'> = table({
  name: 'objects',
  noun: 'object',
  schema: objectRecord,
  indexes: { session: ['session_id'], entry: ['session_id', 'key'] },
  references: [{ field: 'session_id', table: 'sessions', onDelete: 'cascade' }],
  derive(draft, world) {
    fill(draft, { value: null, created_at: now(world) })
  },
})
