import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
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

/** What of a world the numbers rest on; its whole type would rest on this table. */
interface Numbers {
  readonly blobs: { get(id: string): unknown }
  readonly revisions: { by(index: 'blob', id: string): { newest(): Iterable<{ record: Revision }> } }
  readonly revision_numbers: {
    get(id: string): RevisionNumber | undefined
    insert(record: RevisionNumber): unknown
    update(id: string, changes: Pick<RevisionNumber, 'last'>): unknown
  }
}

export const revisions: TableDefinition<
  Revision,
  'blob',
  'number' | 'phase' | 'status' | 'failed_operation' | 'note' | 'created_at'
> = table({
  name: 'revisions',
  noun: 'revision',
  schema: revisionRecord,
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

/** One above the highest number that the blob ever gave: no two of its revisions are taken for one another. */
export function nextRevisionNumber(world: Numbers, blobId: string): number {
  const [newest] = world.revisions.by('blob', blobId).newest()
  return Math.max(newest?.record.number ?? 0, world.revision_numbers.get(blobId)?.last ?? 0) + 1
}

/** The numbers of a fixture may be in any order, and change: what the newest revision does not tell is kept. */
function keepHighest(world: Numbers, revision: Revision, before: Revision | undefined): void {
  if (before === undefined) {
    const [, second] = world.revisions.by('blob', revision.blob_id).newest()
    if (second !== undefined && second.record.number > revision.number) keepNumber(world, second.record)
  } else if (before.number !== revision.number || before.blob_id !== revision.blob_id) {
    keepNumber(world, before)
    keepNumber(world, revision)
  }
}

function keepNumber(world: Numbers, { blob_id: blobId, number: last }: Revision): void {
  if (last < nextRevisionNumber(world, blobId) || world.blobs.get(blobId) === undefined) return
  if (world.revision_numbers.get(blobId) === undefined)
    world.revision_numbers.insert({ id: blobId, blob_id: blobId, last })
  else world.revision_numbers.update(blobId, { last })
}

/** The highest number given in a blob, kept where its newest revision no longer tells it. */
export const revisionNumberRecord = v.strictObject({
  /** That of the blob. */
  id,
  blob_id: id,
  last: v.pipe(v.number(), v.integer(), v.minValue(1)),
})

export type RevisionNumber = v.InferOutput<typeof revisionNumberRecord>

export const revisionNumbers: TableDefinition<RevisionNumber, 'blob', never> = table({
  name: 'revision_numbers',
  noun: 'revision_number',
  schema: revisionNumberRecord,
  references: [{ field: 'blob_id', table: 'blobs', onDelete: 'cascade' }],
  internal: true,
})
