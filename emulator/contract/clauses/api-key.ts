import { copy, mutant, omit, rename, set, storesFrom } from '../mutation.ts'
import { targets } from '../cases.ts'
import { section } from '../section.ts'

const key = (field: string) => `api_key.${field} | api_keys.*.${field}`
const swapped = [mutant('names the other principal', copy(key('user_id'), 'target_id'))]

export const apiKeySections = [
  section('Resources and their fields / API key', 'rest', {
    'api-key.has-id': {
      says: 'A key object has the `id` of the key record, a string.',
      broken: [
        mutant('leaves `id` out', omit(key('id'))),
        mutant('leaves `id` out of listings', omit('api_keys.*.id')),
        mutant('answers the id of the target', copy(key('id'), 'target_id')),
      ],
    },
    'api-key.role-in-set': {
      says: 'The `role` of a key is `read`, `write` or `admin`.',
      cases: ['mints read', 'mints write', 'mints admin'],
      broken: [
        mutant('answers a `role` outside its set', set(key('role'), 'owner')),
        mutant('answers a `role` in capital letters', set(key('role'), 'READ')),
        mutant('leaves `role` out of listings', omit('api_keys.*.role')),
      ],
    },
    'api-key.target-in-set': {
      says: 'The `target` of a key is `org`, `blob` or `user`.',
      cases: targets,
      broken: [
        mutant('answers a `target` outside its set', set(key('target'), 'team')),
        mutant('leaves `target` out of listings', omit('api_keys.*.target')),
      ],
    },
    'api-key.has-target-id': {
      says: 'A key object has the `target_id` of its target resource.',
      cases: targets,
      broken: [
        mutant('leaves `target_id` out', omit(key('target_id'))),
        mutant('leaves `target_id` out of listings', omit('api_keys.*.target_id')),
        mutant('answers the minter as `target_id`', copy(key('target_id'), 'created_by_user_id')),
      ],
    },
    'api-key.target-target-id-serialized': {
      says: 'A key object carries `target_target_id`, the internal index value, as a string.',
      broken: [
        mutant('leaves `target_target_id` out', omit(key('target_target_id'))),
        mutant('answers a number', set(key('target_target_id'), 7)),
      ],
    },
    'api-key.user-id-of-user-target': {
      says: 'The `user_id` of a key with target `user` is the target user.',
      broken: [
        mutant('names the minting human as `user_id`', copy(key('user_id'), 'created_by_user_id')),
        mutant('stores the minter as the principal', storesFrom('api_keys', 'user_id', 'created_by_user_id')),
      ],
    },
    'api-key.user-id-of-org-target': {
      says: 'The `user_id` of a key with target `org` is the caller who minted it.',
      broken: swapped,
    },
    'api-key.user-id-of-blob-target': {
      says: 'The `user_id` of a key with target `blob` is the caller who minted it.',
      broken: swapped,
    },
    'api-key.created-by-is-minting-human': {
      says: 'The `created_by_user_id` of a key is the human who minted it.',
      cases: targets,
      broken: [
        mutant('names the target as the minter', copy(key('created_by_user_id'), 'target_id')),
        mutant('names the principal as the minter', copy(key('created_by_user_id'), 'user_id')),
      ],
    },
    'api-key.created-by-apart-from-user-id': {
      says: 'A key object carries `created_by_user_id` and `user_id` as two separate fields.',
      broken: [
        mutant('leaves `created_by_user_id` out', omit(key('created_by_user_id'))),
        mutant('leaves `user_id` out', omit(key('user_id'))),
        mutant('leaves `created_by_user_id` out of listings', omit('api_keys.*.created_by_user_id')),
        mutant('leaves `user_id` out of listings', omit('api_keys.*.user_id')),
      ],
    },
    'api-key.key-prefix': {
      says: 'The `key_prefix` of a key is the first characters of the secret followed by `***`.',
      cases: ['POST /api-keys/target/:target/:target_id', 'GET /api-keys/target/:target/:target_id'],
      broken: [
        mutant('answers the prefix of another secret', set(key('key_prefix'), 'svc-none***')),
        mutant('leaves the prefix out', omit(key('key_prefix'))),
        mutant('shows the secret as its prefix', copy(key('key_prefix'), 'key')),
        mutant('leaves the prefix out of listings', omit('api_keys.*.key_prefix')),
      ],
    },
    'api-key.created-at-iso-utc': {
      says: 'The `created_at` of a key is an ISO 8601 timestamp in UTC.',
      broken: [
        mutant('answers seconds since 1970', set(key('created_at'), 1_767_225_600)),
        mutant('leaves `created_at` out', omit(key('created_at'))),
        mutant('leaves `created_at` out of listings', omit('api_keys.*.created_at')),
        mutant('answers local time', set(key('created_at'), '2026-01-01T02:00:00+02:00')),
      ],
    },
    'api-key.secret-only-at-creation': {
      says: 'No response but that of the creation holds the full secret `key`.',
      cases: targets,
      broken: [
        mutant('shows secrets', rename(key('key_prefix'), 'key')),
        mutant('shows a secret in listings', set('api_keys.*.key', 'svc-key-shown')),
      ],
    },
  }),
]
