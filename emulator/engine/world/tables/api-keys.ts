import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { id, name, now, role, target, targetTables, text, timestamp } from './fields.ts'
import { drawSecret } from '../draw.ts'

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

export const apiKeys: TableDefinition<
  ApiKey,
  'target' | 'user' | 'created_by',
  'role' | 'target_target_id' | 'user_id' | 'created_by_user_id' | 'key_prefix' | 'description' | 'created_at' | 'key'
> = table({
  name: 'api_keys',
  noun: 'api_key',
  schema: apiKeyRecord,
  unique: ['key'],
  secrets: ['key'],
  references: [
    { field: 'user_id', table: 'users', onDelete: 'cascade' },
    { field: 'created_by_user_id', table: 'users', onDelete: 'cascade' },
    { field: 'target_id', table: targetTables, onDelete: 'cascade', counted: true },
  ],
  derive(draft, world) {
    const { target: kind, target_id: targetId, created_by_user_id: creator } = draft
    const key = draft['key'] ?? drawSecret(world, 'api_keys', 'key')
    // A key on a user authenticates as that user; any other key as the caller who minted it.
    const user = draft['user_id'] ?? (kind === 'user' ? targetId : creator)
    return {
      key,
      role: 'read',
      description: null,
      created_at: now(world),
      user_id: user,
      created_by_user_id: user,
      key_prefix: shownPrefix(String(key)),
      target_target_id: `${String(kind)}#${String(targetId)}`,
    }
  },
})

/** Shows the first characters of a secret: at most 8, and never more than half of it. */
function shownPrefix(secret: string): string {
  return `${secret.slice(0, Math.min(8, Math.floor(secret.length / 2)))}***`
}
