/** Named keys: who the callers of a scenario are, without their secrets. */
import * as v from 'valibot'
import { fields } from '../diagnostics/strict.ts'
import { described, reference } from './schema-common.ts'

export const namedKey = v.pipe(fields({
  kind: v.optional(described(v.picklist(['api_key', 'token']), '`api_key` unless told.')),
  user: v.optional(described(reference, 'Whom it authenticates as.', 'ada')),
  role: v.optional(described(v.picklist(['read', 'write', 'admin']), 'Role of an API key.')),
  target: v.optional(described(v.picklist(['org', 'blob', 'user']), 'What an API key is scoped to.')),
  target_id: v.optional(described(reference, 'The org, blob or user that it is scoped to.', 'acme')),
  human: v.optional(described(reference, 'The human behind an acting token.', 'ada')),
}), v.description('In a world of the emulator the oldest key or token with these fields; elsewhere the one that `--api-key-env NAME=VAR` gives.'))

export const namedKeys = v.record(v.pipe(v.string(), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'expected lower case words joined by -')), namedKey)

export type NamedKey = v.InferInput<typeof namedKey>
export type NamedKeys = v.InferInput<typeof namedKeys>
