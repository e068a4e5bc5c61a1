import type { ClauseRow } from '../clause-row.ts'

export const credentialsClauses = [
  {
    id: 'credentials.list.answers-credentials-of-target',
    section: 'Endpoints / Credentials',
    wire: 'rest',
    statement: 'Listing the credentials of a target answers the credentials of that target and no other.',
  },
  {
    id: 'credentials.delete.removes-credential',
    section: 'Endpoints / Credentials',
    wire: 'rest',
    statement: 'Deleting a credential takes its id and removes it.',
  },
  {
    id: 'credentials.delete.answers-status-only',
    section: 'Endpoints / Credentials',
    wire: 'rest',
    statement: 'Deleting a credential answers `{status}` alone.',
  },
] as const satisfies readonly ClauseRow[]
