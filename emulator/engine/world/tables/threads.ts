import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { fill, id, now, threadName, timestamp } from './fields.ts'

/** A thread of a session, named within it. Its first item makes it. */
export const threadRecord = v.strictObject({ id, session_id: id, name: threadName, created_at: timestamp })

export type Thread = v.InferOutput<typeof threadRecord>

export const threads: TableDefinition<Thread, 'session'> = table({
  name: 'threads',
  noun: 'thread',
  schema: threadRecord,
  indexes: { session: ['session_id', 'name'] },
  references: [{ field: 'session_id', table: 'sessions', onDelete: 'cascade' }],
  derive(draft, world) {
    fill(draft, { name: 'main', created_at: now(world) })
  },
})
