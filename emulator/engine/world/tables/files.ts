import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { fill, id, json, name, now, timestamp } from './fields.ts'

/** A file of a session. `data` is never copied: forks share it. */
export const fileRecord = v.strictObject({
  id,
  session_id: id,
  name,
  data: v.instance(Uint8Array<ArrayBufferLike>),
  parameters: v.record(v.string(), json),
  created_at: timestamp,
})

export type SessionFile = v.InferOutput<typeof fileRecord>

export const files: TableDefinition<SessionFile, 'session'> = table({
  name: 'files',
  noun: 'file',
  schema: fileRecord,
  indexes: { session: ['session_id', 'name'] },
  references: [{ field: 'session_id', table: 'sessions', onDelete: 'cascade' }],
  measure: (record) => record.data.byteLength,
  derive(draft, world) {
    fill(draft, { data: new Uint8Array(0), parameters: {}, created_at: now(world) })
  },
})
