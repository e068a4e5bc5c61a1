import * as v from 'valibot'
import { table, type Draft, type TableDefinition, type TableWorld } from '../definition.ts'
import { blobs } from './blobs.ts'
import { readTime } from '../time.ts'
import { id, now, text, timestamp } from './fields.ts'
import { reschedule } from './pending.ts'
import { revisions } from './revisions.ts'

/**
 * A long-running change. Its end is a `pending` record, so it finishes on world time. `target_id` and `blob_id` become
 * null when their records are deleted.
 */
export const operationRecord = v.strictObject({
  id,
  kind: v.picklist(['create_blob', 'delete_blob', 'commit_revision', 'delete_revision']),
  target: v.picklist(['blob', 'revision']),
  target_id: v.nullable(id),
  org_id: id,
  blob_id: v.nullable(id),
  /** User who started it. */
  user_id: v.nullable(id),
  status: v.picklist(['running', 'succeeded', 'failed']),
  error: v.nullable(text),
  created_at: timestamp,
  finished_at: v.nullable(timestamp),
})

export type Operation = v.InferOutput<typeof operationRecord>

export const operations: TableDefinition<
  Operation,
  'target' | 'org' | 'blob' | 'user',
  'target_id' | 'blob_id' | 'org_id' | 'user_id' | 'status' | 'error' | 'created_at' | 'finished_at'
> = table({
  name: 'operations',
  noun: 'operation',
  schema: operationRecord,
  references: [
    {
      field: 'target_id',
      table: { by: 'target', tables: { blob: 'blobs', revision: 'revisions' } },
      onDelete: 'cascade',
    },
    { field: 'org_id', table: 'orgs', onDelete: 'cascade' },
    { field: 'blob_id', table: 'blobs', onDelete: 'cascade' },
    { field: 'user_id', table: 'users', onDelete: 'clear' },
  ],
  derive(draft, world) {
    const blobId = draft['blob_id'] === undefined ? findBlobId(draft, world) : draft['blob_id']
    const created = draft['created_at'] ?? now(world)
    return {
      target_id: null,
      blob_id: blobId,
      org_id: world.records(blobs).get(String(blobId))?.org_id,
      user_id: null,
      status: 'running',
      error: null,
      created_at: created,
      finished_at: (draft['status'] ?? 'running') === 'running' ? null : created,
    }
  },
  /** Schedules the end of a running operation, wherever it came from. */
  onWrite(world, { id: operationId, status, created_at: start }, before) {
    const running = status === 'running'
    if (running === (before?.status === 'running')) return
    const due = Math.max(world.now, readTime(start, 'created_at') + world.settings.operation_ms)
    reschedule(world, 'operations', operationId, running ? { task: 'operation.finish', due } : undefined)
  },
})

function findBlobId(draft: Draft, world: TableWorld): string | null {
  const targetId = draft['target_id']
  if (typeof targetId !== 'string') return null
  return draft['target'] === 'revision' ? (world.records(revisions).get(targetId)?.blob_id ?? null) : targetId
}
