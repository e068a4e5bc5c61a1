import { copy, mutant, omit, rename, set } from '../mutation.ts'
import type { MutantRow } from '../mutation.ts'

const key = (field: string) => `api_key.${field} | api_keys.*.${field}`
const swapped = [mutant('names the other principal', copy(key('user_id'), 'target_id'))]

export const apiKeyMutants = {
  'api-key.has-id': [mutant('leaves `id` out', omit(key('id')))],
  'api-key.role-in-set': [
    mutant('answers a `role` outside its set', set(key('role'), 'owner')),
    mutant('answers every key as `admin`', set(key('role'), 'admin')),
  ],
  'api-key.target-in-set': [mutant('answers a `target` outside its set', set(key('target'), 'team'))],
  'api-key.has-target-id': [mutant('leaves `target_id` out', omit(key('target_id')))],
  'api-key.target-target-id-serialized': [mutant('leaves `target_target_id` out', omit(key('target_target_id')))],
  'api-key.user-id-of-user-target': [
    mutant('names the minting human as `user_id`', copy(key('user_id'), 'created_by_user_id')),
  ],
  'api-key.user-id-of-org-target': swapped,
  'api-key.user-id-of-blob-target': swapped,
  'api-key.created-by-is-minting-human': [
    mutant('names the target as the minter', copy(key('created_by_user_id'), 'target_id')),
  ],
  'api-key.created-by-apart-from-user-id': [
    mutant('leaves `created_by_user_id` out', omit(key('created_by_user_id'))),
    mutant('leaves `user_id` out', omit(key('user_id'))),
  ],
  'api-key.key-prefix': [
    mutant('answers the prefix of another secret', set(key('key_prefix'), 'svc-none***')),
    mutant('leaves the prefix out', omit(key('key_prefix'))),
  ],
  'api-key.created-at-iso-utc': [mutant('answers seconds since 1970', set(key('created_at'), 1_767_225_600))],
  'api-key.secret-only-at-creation': [
    mutant('shows secrets', rename(key('key_prefix'), 'key')),
    mutant('shows a secret in listings', set('api_keys.*.key', 'svc-key-shown')),
  ],
  'keys.owner-is-injected-only': [
    mutant('shows it nowhere, not even where a user views itself', set('user.role', 'write')),
  ],
} satisfies Record<string, MutantRow>
