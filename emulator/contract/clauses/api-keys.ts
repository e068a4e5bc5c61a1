import {
  admit,
  admitCaller,
  duplicateWrite,
  everyTarget,
  lets,
  list,
  moreThanStatus,
  mutant,
  noOp,
  omit,
  otherCaller,
  otherCode,
  otherRecord,
  otherStatus,
  refuse,
  stores,
} from '../mutation.ts'
import { ofTargets, targets } from '../cases.ts'
import { section } from '../section.ts'

export const apiKeysSections = [
  section('Endpoints / API keys', 'rest', {
    'api-keys.create.answers-api-key': {
      says: 'Creating a key answers the key object in `api_key`, with the secret in `key`.',
      broken: [
        mutant('leaves the secret out', omit('api_key.key')),
        mutant('answers no `api_key`', omit('api_key')),
        mutant('mints a second key', duplicateWrite),
        mutant('mints no key', noOp),
        mutant('mints every key as `admin`', stores('api_keys', 'role', 'admin')),
      ],
    },
    'api-keys.create.role-required': {
      says: 'Creating a key without `role` is refused.',
      broken: [mutant('mints a `read` key where no role is given', admit({ role: 'read' }))],
    },
    'api-keys.create.role-outside-set-refused': {
      says: 'Creating a key with a `role` other than `read`, `write` or `admin` is refused.',
      cases: targets,
      broken: [mutant('takes any role for `read`', admit({ role: 'read' }))],
    },
    'api-keys.create.target-outside-set-refused': {
      says: 'Creating a key for a `target` other than `org`, `blob` or `user` is refused.',
      broken: [mutant('takes any target for `user`', admit({ target: 'user', target_id: 'ada' }))],
    },
    'api-keys.create.description-accepted': {
      says: 'Creating a key accepts a string `description`.',
      broken: [
        mutant('takes no description', refuse('invalid_request_body')),
        mutant('drops the description', stores('api_keys', 'description', null)),
      ],
    },
    'api-keys.create.description-optional': {
      says: 'Creating a key works without a `description`.',
      broken: [mutant('needs a description', refuse('invalid_request_body'))],
    },
    'api-keys.create.needs-admin': {
      says: 'Creating a key without `admin` access to the target is refused with 403 `forbidden`.',
      cases: targets,
      broken: lets('anybody mint keys'),
    },
    'api-keys.create.needs-human': {
      says: 'Creating a key without a human behind the request is refused with 403 `forbidden`.',
      cases: targets,
      broken: lets('a request without a human mint keys'),
    },
    'api-keys.create.service-account-refused': {
      says: 'Creating a key with the own key of a service account is refused with 403 for every target, even one it administers.',
      cases: targets,
      broken: lets('a service account mint keys'),
    },
    'api-keys.create.user-target-authenticates-as-target': {
      says: 'A key minted with target `user` authenticates as the user that `target_id` names, not as the caller.',
      broken: [mutant('mints a key that authenticates as the caller', otherCaller)],
    },
    'api-keys.create.org-target-authenticates-as-minter': {
      says: 'A key minted with target `org` authenticates as the caller who minted it.',
      broken: [mutant('takes the key of an organization for another user', otherCaller)],
    },
    'api-keys.create.blob-target-authenticates-as-minter': {
      says: 'A key minted with target `blob` authenticates as the caller who minted it.',
      broken: [mutant('takes the key of a blob for another user', otherCaller)],
    },
    'api-keys.create.acting-token-org-refused': {
      says: 'An acting token that creates a key for an organization is refused with 400 `cannot_mint_while_acting`.',
      broken: [...lets('an acting token mint a key for an organization'), otherStatus(403)],
    },
    'api-keys.create.acting-token-blob-refused': {
      says: 'An acting token that creates a key for a blob is refused with 400 `cannot_mint_while_acting`.',
      broken: [...lets('an acting token mint a key for a blob'), otherStatus(403)],
    },
    'api-keys.create.acting-token-user-allowed': {
      says: 'An acting token may create a key with target `user`.',
      broken: [mutant('refuses acting tokens for users, too', refuse('cannot_mint_while_acting'))],
    },
    'api-keys.create.never-above-role': {
      says: 'A key grants no more than its `role`, even if its user holds a higher membership on the target.',
      broken: [mutant('lets a key do more than its role', admitCaller), otherCode('unauthenticated')],
    },
    'api-keys.list.answers-keys-of-target': {
      says: 'Listing the keys of a target answers every key of that target and no other.',
      cases: targets,
      broken: [
        mutant('lists the keys of every target', everyTarget),
        mutant('leaves a key of the target out', list('drop-first', 'api_keys')),
      ],
    },
    'api-keys.delete.answers-status-only': {
      says: 'Deleting a key answers `{status}` alone.',
      broken: [moreThanStatus],
    },
    'api-keys.delete.removes-key': {
      says: 'A key that was deleted no longer exists.',
      cases: ofTargets,
      broken: [mutant('deletes nothing', noOp), mutant('deletes another key', otherRecord('id'))],
    },
    'api-keys.delete.needs-admin': {
      says: 'Deleting a key without `admin` access to its target is refused with 403 `forbidden`.',
      cases: ofTargets,
      broken: lets('anybody delete keys'),
    },
    'api-keys.delete.needs-human': {
      says: 'Deleting a key without a human behind the request is refused with 403 `forbidden`.',
      cases: ofTargets,
      broken: lets('a request without a human delete keys'),
    },
    'api-keys.delete.service-account-refused': {
      says: 'Deleting a key with the own key of a service account is refused with 403 `forbidden`.',
      cases: ofTargets,
      broken: lets('a service account delete keys'),
    },
    'api-keys.delete.service-account-itself-refused': {
      says: 'The key of a service account cannot delete itself.',
      broken: lets('a service account delete its own key'),
    },
  }),
]
