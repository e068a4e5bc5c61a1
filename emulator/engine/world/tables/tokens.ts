import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { id, name, now, timestamp } from './fields.ts'
import { drawSecret } from '../draw.ts'

/** A bearer token. `human_user_id` is the human behind an acting token, null for a user's own token. */
const tokenRecord = v.strictObject({
  id,
  token: name,
  user_id: id,
  human_user_id: v.nullable(id),
  expires_at: v.nullable(timestamp),
  created_at: timestamp,
})

export type Token = v.InferOutput<typeof tokenRecord>

export const tokens: TableDefinition<Token, 'user' | 'human', 'token' | 'human_user_id' | 'expires_at' | 'created_at'> =
  table({
    name: 'tokens',
    noun: 'token',
    schema: tokenRecord,
    unique: ['token'],
    secrets: ['token'],
    references: [
      { field: 'user_id', table: 'users', onDelete: 'cascade' },
      { field: 'human_user_id', table: 'users', onDelete: 'cascade' },
    ],
    derive: (draft, world) => ({
      token: draft['token'] ?? drawSecret(world, 'tokens', 'token'),
      human_user_id: null,
      expires_at: null,
      created_at: now(world),
    }),
  })
