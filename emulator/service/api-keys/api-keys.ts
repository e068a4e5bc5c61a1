import type * as v from 'valibot'
import { recordView } from '../../engine/kernel/unit/assumed.ts'
import { apiKeyRecord, type ApiKey } from '../../engine/world/tables/api-keys.ts'

const { key: _secret, ...shown } = apiKeyRecord.entries
const documented = [
  'id',
  'role',
  'target',
  'target_id',
  'target_target_id',
  'user_id',
  'created_by_user_id',
  'key_prefix',
  'created_at',
] as const satisfies readonly (keyof typeof shown)[]

/** Key in listings, without its secret. */
export const apiKeyView = recordView('ApiKey', shown, documented, ['A-20'])

/** Key in the answer to its creation, the only answer with its secret. */
export const createdApiKeyView = recordView('CreatedApiKey', apiKeyRecord.entries, [...documented, 'key'], ['A-20'])

export function viewApiKey({ key: _secret, ...key }: ApiKey): v.InferOutput<typeof apiKeyView> {
  return key
}

/** Clauses that every answer with a key object shows. */
export const apiKeyObjectClauses = [
  'api-key.has-id',
  'api-key.role-in-set',
  'api-key.target-in-set',
  'api-key.has-target-id',
  'api-key.target-target-id-serialized',
  'api-key.created-by-apart-from-user-id',
  'api-key.key-prefix',
  'api-key.created-at-iso-utc',
] as const
