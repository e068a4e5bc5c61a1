import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { fill, id, json, name, now, timestamp } from './fields.ts'

export const threadItemRecord = v.strictObject({ id, thread_id: id, role: name, content: json, created_at: timestamp })

export type ThreadItem = v.InferOutput<typeof threadItemRecord>

export const threadItems: TableDefinition<ThreadItem, 'thread'> = table({
  name: 'thread_items',
  noun: 'item',
  schema: threadItemRecord,
  indexes: { thread: ['thread_id'] },
  references: [{ field: 'thread_id', table: 'threads', onDelete: 'cascade' }],
  derive(draft, world) {
    fill(draft, { role: 'user', content: null, created_at: now(world) })
  },
})
