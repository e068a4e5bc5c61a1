import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { id, now, role, targetTables, timestamp } from './fields.ts'

export const memberRecord = v.strictObject({
  id,
  user_id: id,
  target: v.picklist(['org', 'blob']),
  target_id: id,
  role,
  created_at: timestamp,
})

export type Member = v.InferOutput<typeof memberRecord>

export const members: TableDefinition<Member, 'target' | 'holder' | 'user', 'role' | 'created_at'> = table({
  name: 'members',
  noun: 'member',
  schema: memberRecord,
  indexes: { holder: { fields: ['user_id', 'target', 'target_id'], counted: 'distinct' } },
  references: [
    { field: 'user_id', table: 'users', onDelete: 'cascade' },
    { field: 'target_id', table: targetTables, onDelete: 'cascade', counted: true },
  ],
  derive: (_, world) => ({ role: 'read', created_at: now(world) }),
})
