import { mutant, omit, refuse, set, skip, undo } from '../mutation.ts'
import type { MutantRow } from '../mutation.ts'

const user = (field: string) => `user.${field} | users.*.${field}`

export const userMutants = {
  'user.id-is-uuid': [mutant('answers ids that are no UUIDs', set(user('id'), 'user-1'))],
  'user.has-name': [
    mutant('leaves `name` out', omit(user('name'))),
    mutant('answers `name` null', set(user('name'), null)),
  ],
  'user.has-alias': [mutant('leaves `alias` out', omit(user('alias')))],
  'user.type-always-present': [
    mutant('leaves `type` out', omit(user('type'))),
    mutant('answers a `type` outside its set', set(user('type'), 'robot')),
  ],
  'user.status-always-present': [
    mutant('leaves `status` out', omit(user('status'))),
    mutant('answers a `status` outside its set', set(user('status'), 'gone')),
  ],
  'user.role-owner-for-self': [mutant('answers `read` for oneself', set(user('role'), 'read'))],
  'user.role-read-for-other': [mutant('answers `owner` for another', set(user('role'), 'owner'))],
  'user.role-never-stored': [mutant('leaves the injected `role` out', omit(user('role')))],
  'user.retire.removes-memberships': [mutant('keeps the memberships of a retired account', undo('members'))],
  'users.get.answers-user': [mutant('answers no `user`', omit('user'))],
  'users.get.any-authenticated-caller': [mutant('refuses callers who are not the user', refuse('forbidden'))],
  'users.get.no-redaction': [mutant('leaves the name out for others', omit('user.name'))],
  'users.update.self': [
    mutant('refuses a human on its own record', refuse('forbidden')),
    mutant('changes nothing', skip),
  ],
  'users.update.service-account-owner': [
    mutant('refuses the owner of an account', refuse('forbidden')),
    mutant('changes nothing', skip),
  ],
  'service-accounts.type-is-service': [mutant('answers service accounts as humans', set(user('type'), 'human'))],
} satisfies Record<string, MutantRow>
