import type { ClauseRow } from '../clause-row.ts'

export const revisionsClauses = [
  {
    id: 'revisions.list.answers-revisions-of-blob',
    section: 'Endpoints / Revisions',
    wire: 'rest',
    statement: 'List Revisions answers revisions of the named blob and no other.',
  },
  {
    id: 'revisions.list.answers-cursor',
    section: 'Endpoints / Revisions',
    wire: 'rest',
    statement: 'List Revisions answers `cursor` beside the revisions, a string or null.',
  },
  {
    id: 'revisions.list.null-when-exhausted',
    section: 'Endpoints / Revisions',
    wire: 'rest',
    statement: 'List Revisions answers `cursor` null when the listing is exhausted.',
  },
  {
    id: 'revisions.metadata.under-alias',
    section: 'Endpoints / Revisions',
    wire: 'rest',
    statement: 'Listing the metadata of a revision answers the entries under the named alias.',
  },
  {
    id: 'blobs.metadata.under-alias',
    section: 'Endpoints / Revisions',
    wire: 'rest',
    statement: 'Listing the metadata of a blob answers the entries under the named alias.',
  },
] as const satisfies readonly ClauseRow[]
