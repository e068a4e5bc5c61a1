import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { fill, id, name, now, timestamp } from './fields.ts'

/** A bearer token. `human_user_id` is the human behind an acting token, null for a user's own token. */
export const tokenRecord = v.strictObject({
  id,
  token: name,
  user_id: id,
  human_user_id: v.nullable(id),
  expires_at: v.nullable(timestamp),
  created_at: timestamp,
})

export type Token = v.InferOutput<typeof tokenRecord>

export const tokens: TableDefinition<Token, 'user' | 'human'> = table({
  name: 'tokens',
  noun: 'token',
  schema: tokenRecord,
  unique: ['token'],
  secrets: ['token'],
  indexes: { user: ['user_id'], human: ['human_user_id'] },
  references: [
    { field: 'user_id', table: 'users', onDelete: 'cascade' },
    { field: 'human_user_id', table: 'users', onDelete: 'cascade' },
  ],
  derive(draft, world) {
    fill(draft, {
      token: draft['token'] ?? world.ids.secret(),
      human_user_id: null,
      expires_at: null,
      created_at: now(world),
    })
  },
})
