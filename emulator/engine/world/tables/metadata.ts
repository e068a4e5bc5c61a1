import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { id, json, name, now, timestamp } from './fields.ts'

/** One key of the metadata of a blob or a revision, under an alias. */
export const metadataRecord = v.strictObject({
  id,
  target: v.picklist(['blob', 'revision']),
  target_id: id,
  alias: name,
  key: name,
  value: json,
  created_at: timestamp,
})

export type Metadata = v.InferOutput<typeof metadataRecord>

export const metadata: TableDefinition<Metadata, 'target' | 'entry', 'value' | 'created_at'> = table({
  name: 'metadata',
  noun: 'metadata',
  schema: metadataRecord,
  listed: ({ alias, key, value, created_at }) => ({ alias, key, value, created_at }),
  indexes: { entry: ['target_id', 'alias', 'key'] },
  references: [
    {
      field: 'target_id',
      table: { by: 'target', tables: { blob: 'blobs', revision: 'revisions' } },
      onDelete: 'cascade',
      then: ['alias'],
    },
  ],
  derive: (_, world) => ({ value: null, created_at: now(world) }),
})
