import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { fill, id, json, name, now, timestamp } from './fields.ts'

/** Something that happened in a session. */
export const sessionEventRecord = v.strictObject({ id, session_id: id, kind: name, at: timestamp, data: json })

export type SessionEvent = v.InferOutput<typeof sessionEventRecord>

export const sessionEvents: TableDefinition<SessionEvent, 'session'> = table({
  name: 'session_events',
  noun: 'event',
  schema: sessionEventRecord,
  indexes: { session: ['session_id'] },
  references: [{ field: 'session_id', table: 'sessions', onDelete: 'cascade' }],
  derive(draft, world) {
    fill(draft, { kind: 'note', at: now(world), data: {} })
  },
})
