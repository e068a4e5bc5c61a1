import type { ClauseRow } from '../clause-row.ts'

export const errorsClauses = [
  {
    id: 'errors.forbidden-is-403',
    section: 'Errors',
    wire: 'rest',
    statement: 'A request that lacks the access it needs answers HTTP 403 with the code `forbidden`.',
  },
  {
    id: 'errors.limit-exceeded',
    section: 'Errors',
    wire: 'rest',
    statement: 'A request that a limit refuses answers the code `limit_exceeded`.',
  },
  {
    id: 'errors.invalid-blob-type',
    section: 'Errors',
    wire: 'rest',
    statement: 'A blob type that is not enabled for the organization answers the code `invalid_blob_type`.',
  },
] as const satisfies readonly ClauseRow[]
