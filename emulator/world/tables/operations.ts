import * as v from 'valibot'
import { table } from '../definition.ts'
import { fill, id, now, text, timestamp } from './fields.ts'

/** A long-running change. Its end is a record of `pending`, so it finishes on world time. */
export const operationRecord = v.strictObject({
  id,
  kind: v.picklist(['create_blob', 'delete_blob', 'commit_revision', 'delete_revision']),
  target: v.picklist(['blob', 'revision']),
  target_id: id,
  status: v.picklist(['running', 'succeeded', 'failed']),
  error: v.nullable(text),
  created_at: timestamp,
  finished_at: v.nullable(timestamp),
})

export type Operation = v.InferOutput<typeof operationRecord>

export const operations = table({
  name: 'operations',
  noun: 'operation',
  schema: operationRecord,
  indexes: { target: ['target_id'] },
  derive(draft, world) {
    fill(draft, { status: 'running', error: null, created_at: now(world), finished_at: null })
  },
})
