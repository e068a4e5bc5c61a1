import { apiKeys } from './api-keys.ts'
import { blobs } from './blobs.ts'
import { credentials } from './credentials.ts'
import { members } from './members.ts'
import { metadata } from './metadata.ts'
import { models } from './models.ts'
import { operations } from './operations.ts'
import { orgs } from './orgs.ts'
import { pending } from './pending.ts'
import { revisions } from './revisions.ts'
import { tokens } from './tokens.ts'
import { users } from './users.ts'

/** Every table of the world; a table stands after those it refers to. */
export const tables = {
  users,
  orgs,
  blobs,
  members,
  api_keys: apiKeys,
  tokens,
  credentials,
  revisions,
  metadata,
  models,
  operations,
  pending,
} as const

export type TableName = keyof typeof tables
