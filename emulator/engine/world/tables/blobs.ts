import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { blobType, fill, id, name, now, timestamp, visibility, storedAlias } from './fields.ts'

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

export const blobs: TableDefinition<Blob, 'org'> = table({
  name: 'blobs',
  noun: 'blob',
  schema: blobRecord,
  unique: ['alias'],
  indexes: { org: { fields: ['org_id'], counted: true } },
  references: [{ field: 'org_id', table: 'orgs', onDelete: 'cascade' }],
  derive(draft, world) {
    fill(draft, {
      name: draft['alias'],
      type: 'text',
      visibility: 'private',
      condition: 'ready',
      created_at: now(world),
    })
  },
})
