import { copy, mutant, noOp, omit, set, undo } from '../mutation.ts'
import { section } from '../section.ts'

const user = (field: string) => `user.${field} | users.*.${field}`

export const userSections = [
  section('Resources and their fields / User', 'rest', {
    'user.id-is-uuid': {
      says: 'The `id` of a user is a UUID.',
      broken: [mutant('answers ids that are no UUIDs', set(user('id'), 'user-1'))],
    },
    'user.has-name': {
      says: 'A user object has a display `name`, a string.',
      broken: [mutant('leaves `name` out', omit(user('name'))), mutant('answers `name` null', set(user('name'), null))],
    },
    'user.has-alias': {
      says: 'A user object has its `alias`, a string.',
      broken: [
        mutant('leaves `alias` out', omit(user('alias'))),
        mutant('answers the id as `alias`', copy(user('alias'), 'id')),
      ],
    },
    'user.type-always-present': {
      says: 'Every user object has a `type`, which is `human` or `service`.',
      cases: ['GET /users/:user_id', 'GET /users/target/:target/:target_id'],
      broken: [
        mutant('leaves `type` out', omit(user('type'))),
        mutant('answers a `type` outside its set', set(user('type'), 'robot')),
        mutant('leaves `type` out of listings', omit('users.*.type')),
      ],
    },
    'user.status-always-present': {
      says: 'Every user object has a `status`, which is `active` or `retired`.',
      cases: ['GET /users/:user_id', 'GET /users/target/:target/:target_id'],
      broken: [
        mutant('leaves `status` out', omit(user('status'))),
        mutant('answers a `status` outside its set', set(user('status'), 'gone')),
        mutant('leaves `status` out of listings', omit('users.*.status')),
        mutant('answers every user as `active`', set(user('status'), 'active')),
      ],
    },
    'user.role-owner-for-self': {
      says: 'A user object that the caller reads of itself has `role` `owner`.',
      broken: [mutant('answers `read` for oneself', set(user('role'), 'read'))],
    },
    'user.role-read-for-other': {
      says: 'A user object of someone other than the caller has `role` `read`.',
      broken: [
        mutant('answers `owner` for another', set(user('role'), 'owner')),
        mutant('answers `owner` for others in listings', set('users.*.role', 'owner')),
      ],
    },
    'user.role-never-stored': {
      says: 'The `role` of a user is added for each response and is in no stored record.',
      broken: [mutant('leaves the injected `role` out', omit(user('role')))],
    },
  }),
  section('States and transitions / User', 'rest', {
    'user.retire.removes-memberships': {
      says: 'Retiring a service account removes every membership it holds without any call to the member-removal endpoint.',
      cases: ['member of an org', 'member of a blob'],
      broken: [
        mutant('keeps the memberships of a retired account', undo('members')),
        mutant('retires nobody', noOp),
        mutant('leaves the account active', undo('users', 'status')),
      ],
    },
  }),
]
