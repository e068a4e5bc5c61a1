import type { ClauseRow } from '../clause-row.ts'

export const usersClauses = [
  {
    id: 'users.get.answers-user',
    section: 'Endpoints / Users',
    wire: 'rest',
    statement: 'Get User answers the user object in `user`.',
  },
  {
    id: 'users.get.any-authenticated-caller',
    section: 'Endpoints / Users',
    wire: 'rest',
    statement: 'Get User admits any authenticated caller, not only the user itself.',
  },
  {
    id: 'users.get.no-redaction',
    section: 'Endpoints / Users',
    wire: 'rest',
    statement:
      'Get User answers the full record to a caller other than the user, with `role` the only field that differs.',
  },
  {
    id: 'users.update.self',
    section: 'Endpoints / Users',
    wire: 'rest',
    statement: 'Update User admits the user itself.',
  },
  {
    id: 'users.update.service-account-owner',
    section: 'Endpoints / Users',
    wire: 'rest',
    statement: 'Update User of a service account admits the owner of the account.',
  },
  {
    id: 'users.update.service-account-owner-only',
    section: 'Endpoints / Users',
    wire: 'rest',
    statement: 'Update User of a service account refuses the account itself with 403.',
  },
  {
    id: 'users.update.others-refused',
    section: 'Endpoints / Users',
    wire: 'rest',
    statement: 'Update User by any other caller is refused with 403.',
  },
  {
    id: 'users.orgs.self-sees-public',
    section: 'Endpoints / Users',
    wire: 'rest',
    statement: 'A user who lists its own organizations sees the public ones.',
  },
  {
    id: 'users.orgs.self-sees-private',
    section: 'Endpoints / Users',
    wire: 'rest',
    statement: 'A user who lists its own organizations sees the private ones.',
  },
  {
    id: 'users.orgs.other-sees-public-only',
    section: 'Endpoints / Users',
    wire: 'rest',
    statement: 'A caller who lists the organizations of another user sees the public ones only.',
  },
  {
    id: 'users.limits.self',
    section: 'Endpoints / Users',
    wire: 'rest',
    statement: 'The limits of a user are answered to that user.',
  },
  {
    id: 'users.limits.other-refused',
    section: 'Endpoints / Users',
    wire: 'rest',
    statement: 'The limits of a user are refused to every other caller with 403.',
  },
] as const satisfies readonly ClauseRow[]
