import type { ClauseRow } from '../clause-row.ts'

export const membersClauses = [
  {
    id: 'members.list.answers-members-of-target',
    section: 'Endpoints / Members',
    wire: 'rest',
    statement: 'Listing the members of a target answers the members of that target and no other.',
  },
  {
    id: 'members.delete.takes-member-id',
    section: 'Endpoints / Members',
    wire: 'rest',
    statement: 'Deleting a member takes the id of the member record and removes that membership.',
  },
  {
    id: 'members.delete.answers-status-only',
    section: 'Endpoints / Members',
    wire: 'rest',
    statement: 'Deleting a member answers `{status}` alone.',
  },
  {
    id: 'members.delete.needs-admin',
    section: 'Endpoints / Members',
    wire: 'rest',
    statement: 'Deleting a member without `admin` access to its target is refused with 403 `forbidden`.',
  },
  {
    id: 'members.delete.needs-human',
    section: 'Endpoints / Members',
    wire: 'rest',
    statement: 'Deleting a member without a human behind the request is refused with 403 `forbidden`.',
  },
  {
    id: 'members.delete.service-account-refused',
    section: 'Endpoints / Members',
    wire: 'rest',
    statement: 'Deleting a member with the own key of a service account is always refused with 403 `forbidden`.',
  },
  {
    id: 'members.delete.acting-token-admitted',
    section: 'Endpoints / Members',
    wire: 'rest',
    statement: 'Deleting a member with an acting token is admitted.',
  },
] as const satisfies readonly ClauseRow[]
