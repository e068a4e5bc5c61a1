import * as v from 'valibot'
import { table } from '../definition.ts'
import { fill, id, now, text, timestamp } from './fields.ts'

export const revisionRecord = v.strictObject({
  id,
  blob_id: id,
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  phase: v.picklist(['draft', 'commit']),
  status: v.picklist(['pending', 'ready', 'failed']),
  failed_operation: v.nullable(v.picklist(['create', 'commit', 'delete'])),
  note: v.nullable(text),
  created_at: timestamp,
})

export type Revision = v.InferOutput<typeof revisionRecord>

export const revisions = table({
  name: 'revisions',
  noun: 'revision',
  schema: revisionRecord,
  indexes: { blob: ['blob_id'] },
  references: [{ field: 'blob_id', table: 'blobs', onDelete: 'cascade' }],
  derive(draft, world) {
    fill(draft, {
      number: nextRevisionNumber(world, String(draft['blob_id'])),
      phase: 'draft',
      status: 'ready',
      failed_operation: null,
      note: null,
      created_at: now(world),
    })
  },
})

/** One above the newest revision of the blob: numbers of deleted revisions in between are not given again. */
export function nextRevisionNumber(world: { revisions: { by(index: 'blob', id: string): { newest(): Iterable<{ record: Revision }> } } }, blobId: string): number {
  for (const { record } of world.revisions.by('blob', blobId).newest()) return record.number + 1
  return 1
}
