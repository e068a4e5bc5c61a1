import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { blobType, id, name, now, storedAlias, timestamp, visibility } from './fields.ts'

export const orgRecord = v.strictObject({
  id,
  name,
  alias: storedAlias,
  visibility,
  enabled_blob_types: v.array(blobType),
  created_at: timestamp,
})

export type Org = v.InferOutput<typeof orgRecord>

export const orgs: TableDefinition<Org, never, 'name' | 'visibility' | 'enabled_blob_types' | 'created_at'> = table({
  name: 'orgs',
  noun: 'org',
  schema: orgRecord,
  unique: ['alias'],
  listed: ({ enabled_blob_types: _enabled, ...shown }) => shown,
  derive: (draft, world) => ({
    name: draft['alias'],
    visibility: 'private',
    enabled_blob_types: [...blobType.options],
    created_at: now(world),
  }),
})
