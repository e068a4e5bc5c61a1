import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { blobType, id, name, now, storedAlias, timestamp, visibility } from './fields.ts'

export const blobRecord = v.strictObject({
  id,
  org_id: id,
  alias: storedAlias,
  name,
  type: blobType,
  visibility,
  condition: v.picklist(['creating', 'ready', 'deleting']),
  created_at: timestamp,
})

export type Blob = v.InferOutput<typeof blobRecord>

export const blobs: TableDefinition<Blob, 'org', 'name' | 'type' | 'visibility' | 'condition' | 'created_at'> = table({
  name: 'blobs',
  noun: 'blob',
  schema: blobRecord,
  unique: ['alias'],
  references: [{ field: 'org_id', table: 'orgs', onDelete: 'cascade', counted: true }],
  derive: (draft, world) => ({
    name: draft['alias'],
    type: 'text',
    visibility: 'private',
    condition: 'ready',
    created_at: now(world),
  }),
})
