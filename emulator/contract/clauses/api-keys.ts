import type { ClauseRow } from '../clause-row.ts'

export const apiKeysClauses = [
  {
    id: 'api-keys.create.answers-api-key',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'Creating a key answers the key object in `api_key`, with the secret in `key`.',
  },
  {
    id: 'api-keys.create.role-required',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'Creating a key without `role` is refused.',
  },
  {
    id: 'api-keys.create.role-outside-set-refused',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'Creating a key with a `role` other than `read`, `write` or `admin` is refused.',
  },
  {
    id: 'api-keys.create.target-outside-set-refused',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'Creating a key for a `target` other than `org`, `blob` or `user` is refused.',
  },
  {
    id: 'api-keys.create.description-accepted',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'Creating a key accepts a string `description`.',
  },
  {
    id: 'api-keys.create.description-optional',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'Creating a key works without a `description`.',
  },
  {
    id: 'api-keys.create.needs-admin',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'Creating a key without `admin` access to the target is refused with 403 `forbidden`.',
  },
  {
    id: 'api-keys.create.needs-human',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'Creating a key without a human behind the request is refused with 403 `forbidden`.',
  },
  {
    id: 'api-keys.create.service-account-refused',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement:
      'Creating a key with the own key of a service account is refused with 403 for every target, even one it administers.',
  },
  {
    id: 'api-keys.create.user-target-authenticates-as-target',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'A key minted with target `user` authenticates as the user that `target_id` names, not as the caller.',
  },
  {
    id: 'api-keys.create.acting-token-org-refused',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'An acting token that creates a key for an organization is refused with 400 `cannot_mint_while_acting`.',
  },
  {
    id: 'api-keys.create.acting-token-blob-refused',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'An acting token that creates a key for a blob is refused with 400 `cannot_mint_while_acting`.',
  },
  {
    id: 'api-keys.create.acting-token-user-allowed',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'An acting token may create a key with target `user`.',
  },
  {
    id: 'api-keys.create.never-above-role',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'A key grants no more than its `role`, even if its user holds a higher membership on the target.',
  },
  {
    id: 'api-keys.list.answers-keys-of-target',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'Listing the keys of a target answers every key of that target and no other.',
  },
  {
    id: 'api-keys.delete.answers-status-only',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'Deleting a key answers `{status}` alone.',
  },
  {
    id: 'api-keys.delete.removes-key',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'A key that was deleted no longer exists.',
  },
  {
    id: 'api-keys.delete.needs-admin',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'Deleting a key without `admin` access to its target is refused with 403 `forbidden`.',
  },
  {
    id: 'api-keys.delete.needs-human',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'Deleting a key without a human behind the request is refused with 403 `forbidden`.',
  },
  {
    id: 'api-keys.delete.service-account-refused',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'Deleting a key with the own key of a service account is refused with 403 `forbidden`.',
  },
  {
    id: 'api-keys.delete.service-account-itself-refused',
    section: 'Endpoints / API keys',
    wire: 'rest',
    statement: 'The key of a service account cannot delete itself.',
  },
] as const satisfies readonly ClauseRow[]
