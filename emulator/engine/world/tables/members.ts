import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { fill, id, now, role, targetTables, timestamp } from './fields.ts'

export const memberRecord = v.strictObject({
  id,
  user_id: id,
  target: v.picklist(['org', 'blob']),
  target_id: id,
  role,
  created_at: timestamp,
})

export type Member = v.InferOutput<typeof memberRecord>

export const members: TableDefinition<Member, 'target' | 'holder' | 'user'> = table({
  name: 'members',
  noun: 'member',
  schema: memberRecord,
  indexes: {
    target: { fields: ['target_id'], counted: true },
    holder: { fields: ['user_id', 'target', 'target_id'], counted: 'distinct' },
    user: ['user_id'],
  },
  references: [
    { field: 'user_id', table: 'users', onDelete: 'cascade' },
    { field: 'target_id', table: targetTables, onDelete: 'cascade' },
  ],
  derive(draft, world) {
    fill(draft, { role: 'read', created_at: now(world) })
  },
})
