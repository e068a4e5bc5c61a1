import type { ClauseRow } from '../clause-row.ts'

export const apiKeyClauses = [
  {
    id: 'api-key.has-id',
    section: 'Resources and their fields / API key',
    wire: 'rest',
    statement: 'A key object has the `id` of the key record, a string.',
  },
  {
    id: 'api-key.role-in-set',
    section: 'Resources and their fields / API key',
    wire: 'rest',
    statement: 'The `role` of a key is `read`, `write` or `admin`.',
  },
  {
    id: 'api-key.target-in-set',
    section: 'Resources and their fields / API key',
    wire: 'rest',
    statement: 'The `target` of a key is `org`, `blob` or `user`.',
  },
  {
    id: 'api-key.has-target-id',
    section: 'Resources and their fields / API key',
    wire: 'rest',
    statement: 'A key object has the `target_id` of its target resource.',
  },
  {
    id: 'api-key.target-target-id-serialized',
    section: 'Resources and their fields / API key',
    wire: 'rest',
    statement: 'A key object carries `target_target_id`, the internal index value, as a string.',
  },
  {
    id: 'api-key.user-id-of-user-target',
    section: 'Resources and their fields / API key',
    wire: 'rest',
    statement: 'The `user_id` of a key with target `user` is the target user.',
  },
  {
    id: 'api-key.user-id-of-org-target',
    section: 'Resources and their fields / API key',
    wire: 'rest',
    statement: 'The `user_id` of a key with target `org` is the caller who minted it.',
  },
  {
    id: 'api-key.user-id-of-blob-target',
    section: 'Resources and their fields / API key',
    wire: 'rest',
    statement: 'The `user_id` of a key with target `blob` is the caller who minted it.',
  },
  {
    id: 'api-key.created-by-is-minting-human',
    section: 'Resources and their fields / API key',
    wire: 'rest',
    statement: 'The `created_by_user_id` of a key is the human who minted it.',
  },
  {
    id: 'api-key.created-by-apart-from-user-id',
    section: 'Resources and their fields / API key',
    wire: 'rest',
    statement: 'A key object carries `created_by_user_id` and `user_id` as two separate fields.',
  },
  {
    id: 'api-key.key-prefix',
    section: 'Resources and their fields / API key',
    wire: 'rest',
    statement: 'The `key_prefix` of a key is the first characters of the secret followed by `***`.',
  },
  {
    id: 'api-key.created-at-iso-utc',
    section: 'Resources and their fields / API key',
    wire: 'rest',
    statement: 'The `created_at` of a key is an ISO 8601 timestamp in UTC.',
  },
  {
    id: 'api-key.secret-only-at-creation',
    section: 'Resources and their fields / API key',
    wire: 'rest',
    statement: 'No response but that of the creation holds the full secret `key`.',
  },
] as const satisfies readonly ClauseRow[]
