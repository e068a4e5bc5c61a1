import type { ClauseRow } from '../clause-row.ts'

export const userClauses = [
  {
    id: 'user.id-is-uuid',
    section: 'Resources and their fields / User',
    wire: 'rest',
    statement: 'The `id` of a user is a UUID.',
  },
  {
    id: 'user.has-name',
    section: 'Resources and their fields / User',
    wire: 'rest',
    statement: 'A user object has a display `name`, a string.',
  },
  {
    id: 'user.has-alias',
    section: 'Resources and their fields / User',
    wire: 'rest',
    statement: 'A user object has its `alias`, a string.',
  },
  {
    id: 'user.type-always-present',
    section: 'Resources and their fields / User',
    wire: 'rest',
    statement: 'Every user object has a `type`, which is `human` or `service`.',
  },
  {
    id: 'user.status-always-present',
    section: 'Resources and their fields / User',
    wire: 'rest',
    statement: 'Every user object has a `status`, which is `active` or `retired`.',
  },
  {
    id: 'user.role-owner-for-self',
    section: 'Resources and their fields / User',
    wire: 'rest',
    statement: 'A user object that the caller reads of itself has `role` `owner`.',
  },
  {
    id: 'user.role-read-for-other',
    section: 'Resources and their fields / User',
    wire: 'rest',
    statement: 'A user object of someone other than the caller has `role` `read`.',
  },
  {
    id: 'user.role-never-stored',
    section: 'Resources and their fields / User',
    wire: 'rest',
    statement: 'The `role` of a user is added for each response and is in no stored record.',
  },
  {
    id: 'user.retire.removes-memberships',
    section: 'States and transitions / User',
    wire: 'rest',
    statement:
      'Retiring a service account removes every membership it holds without any call to the member-removal endpoint.',
  },
] as const satisfies readonly ClauseRow[]
