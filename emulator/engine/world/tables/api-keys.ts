import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { fill, id, name, now, role, target, targetTables, text, timestamp } from './fields.ts'

export const apiKeyRecord = v.strictObject({
  id,
  role,
  target,
  target_id: id,
  target_target_id: text,
  user_id: id,
  created_by_user_id: id,
  key_prefix: text,
  description: v.nullable(text),
  created_at: timestamp,
  key: name,
})

export type ApiKey = v.InferOutput<typeof apiKeyRecord>

export const apiKeys: TableDefinition<ApiKey, 'target' | 'user' | 'creator'> = table({
  name: 'api_keys',
  noun: 'api_key',
  schema: apiKeyRecord,
  unique: ['key'],
  secrets: ['key'],
  indexes: { target: { fields: ['target_id'], counted: true }, user: ['user_id'], creator: ['created_by_user_id'] },
  references: [
    { field: 'user_id', table: 'users', onDelete: 'cascade' },
    { field: 'created_by_user_id', table: 'users', onDelete: 'cascade' },
    { field: 'target_id', table: targetTables, onDelete: 'cascade' },
  ],
  derive(draft, world) {
    fill(draft, { key: draft['key'] ?? world.ids.secret(), role: 'read', description: null, created_at: now(world) })
    // A key on a user authenticates as that user; any other as the caller who minted it.
    fill(draft, { user_id: draft['target'] === 'user' ? draft['target_id'] : draft['created_by_user_id'] })
    fill(draft, {
      created_by_user_id: draft['user_id'],
      key_prefix: `${String(draft['key']).slice(0, 8)}***`,
      target_target_id: `${String(draft['target'])}#${String(draft['target_id'])}`,
    })
  },
})
