import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { id, name, now, storedAlias, timestamp } from './fields.ts'

export const userRecord = v.strictObject({
  id,
  name,
  alias: storedAlias,
  type: v.picklist(['human', 'service']),
  status: v.picklist(['active', 'retired']),
  owner_user_id: v.nullable(id),
  created_at: timestamp,
})

export type User = v.InferOutput<typeof userRecord>

export const users: TableDefinition<
  User,
  'owner' | 'owned',
  'name' | 'type' | 'status' | 'owner_user_id' | 'created_at'
> = table({
  name: 'users',
  noun: 'user',
  schema: userRecord,
  unique: ['alias'],
  indexes: { owned: { fields: ['owner_user_id', 'status'], counted: true } },
  references: [{ field: 'owner_user_id', table: 'users', onDelete: 'cascade' }],
  derive: (draft, world) => ({
    name: draft['alias'],
    type: 'human',
    status: 'active',
    owner_user_id: null,
    created_at: now(world),
  }),
})
