import * as v from 'valibot'
import { table, type TableDefinition, type TableWorld } from '../definition.ts'
import { blobs } from './blobs.ts'
import { id, now, text, timestamp } from './fields.ts'

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

export const revisions: TableDefinition<
  Revision,
  'blob' | 'time',
  'number' | 'phase' | 'status' | 'failed_operation' | 'note' | 'created_at'
> = table({
  name: 'revisions',
  noun: 'revision',
  schema: revisionRecord,
  indexes: { time: ['blob_id', 'created_at'] },
  references: [{ field: 'blob_id', table: 'blobs', onDelete: 'cascade' }],
  derive: (draft, world) => ({
    number: draft['number'] ?? nextRevisionNumber(world, String(draft['blob_id'])),
    phase: 'draft',
    status: 'ready',
    failed_operation: null,
    note: null,
    created_at: now(world),
  }),
  onWrite(world, record, before) {
    keepHighest(world, record, before)
  },
  removed(world, record) {
    keepNumber(world, record)
  },
})

/** One above the highest number that the blob ever gave: numbers are never reused. */
function nextRevisionNumber(world: TableWorld, blobId: string): number {
  const [newest] = world.records(revisions).by('blob', blobId).newest()
  return Math.max(newest?.record.number ?? 0, world.records(revisionNumbers).get(blobId)?.last ?? 0) + 1
}

/**
 * Keeps the highest number when the newest revision does not show it: numbers in fixtures may have any order, and
 * change.
 */
function keepHighest(world: TableWorld, revision: Revision, before: Revision | undefined): void {
  if (before === undefined) {
    const [, second] = world.records(revisions).by('blob', revision.blob_id).newest()
    if (second !== undefined && second.record.number > revision.number) keepNumber(world, second.record)
  } else if (before.number !== revision.number || before.blob_id !== revision.blob_id) {
    keepNumber(world, before)
    keepNumber(world, revision)
  }
}

function keepNumber(world: TableWorld, { blob_id: blobId, number: last }: Revision): void {
  if (last < nextRevisionNumber(world, blobId) || world.records(blobs).get(blobId) === undefined) return
  if (world.records(revisionNumbers).get(blobId) === undefined)
    world.records(revisionNumbers).insert({ id: blobId, blob_id: blobId, last })
  else world.records(revisionNumbers).update(blobId, { last })
}

/** Highest number given in a blob, kept if its newest revision does not show it. */
const revisionNumberRecord = v.strictObject({
  /** Id of the blob. */
  id,
  blob_id: id,
  last: v.pipe(v.number(), v.integer(), v.minValue(1)),
})

type RevisionNumber = v.InferOutput<typeof revisionNumberRecord>

export const revisionNumbers: TableDefinition<RevisionNumber, 'blob', never> = table({
  name: 'revision_numbers',
  noun: 'revision_number',
  schema: revisionNumberRecord,
  references: [{ field: 'blob_id', table: 'blobs', onDelete: 'cascade' }],
  internal: true,
})
