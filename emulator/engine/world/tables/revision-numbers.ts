import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { id } from './fields.ts'

/** The highest number given in a blob, kept where its newest revision no longer tells it. */
export const revisionNumberRecord = v.strictObject({
  /** That of the blob. */
  id,
  blob_id: id,
  last: v.pipe(v.number(), v.integer(), v.minValue(1)),
})

export type RevisionNumber = v.InferOutput<typeof revisionNumberRecord>

export const revisionNumbers: TableDefinition<RevisionNumber, 'blob'> = table({
  name: 'revision_numbers',
  noun: 'revision_number',
  schema: revisionNumberRecord,
  indexes: { blob: ['blob_id'] },
  references: [{ field: 'blob_id', table: 'blobs', onDelete: 'cascade' }],
  internal: true,
})
