import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { id, json, name, now, threadName, timestamp } from './fields.ts'

/** A thread of a session, named within it. Its first item makes it. */
const threadRecord = v.strictObject({ id, session_id: id, name: threadName, created_at: timestamp })

export type Thread = v.InferOutput<typeof threadRecord>

export const threads: TableDefinition<Thread, 'session', 'name' | 'created_at'> = table({
  name: 'threads',
  noun: 'thread',
  schema: threadRecord,
  references: [{ field: 'session_id', table: 'sessions', onDelete: 'cascade', then: ['name'] }],
  derive: (_, world) => ({ name: 'main', created_at: now(world) }),
})

export const threadItemRecord = v.strictObject({ id, thread_id: id, role: name, content: json, created_at: timestamp })

export type ThreadItem = v.InferOutput<typeof threadItemRecord>

export const threadItems: TableDefinition<ThreadItem, 'thread', 'role' | 'content' | 'created_at'> = table({
  name: 'thread_items',
  noun: 'item',
  schema: threadItemRecord,
  references: [{ field: 'thread_id', table: 'threads', onDelete: 'cascade' }],
  derive: (_, world) => ({ role: 'user', content: null, created_at: now(world) }),
})
