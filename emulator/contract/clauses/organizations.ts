import type { ClauseRow } from '../clause-row.ts'

export const organizationsClauses = [
  {
    id: 'orgs.delete.answers-status-only',
    section: 'Endpoints / Organizations',
    wire: 'rest',
    statement: 'Deleting an organization answers `{status}` alone.',
  },
  {
    id: 'orgs.delete.by-uuid',
    section: 'Endpoints / Organizations',
    wire: 'rest',
    statement: 'Deleting an organization takes its UUID.',
  },
  {
    id: 'orgs.delete.by-alias',
    section: 'Endpoints / Organizations',
    wire: 'rest',
    statement: 'Deleting an organization takes its alias.',
  },
  {
    id: 'orgs.delete.deletes-everything-in-it',
    section: 'Endpoints / Organizations',
    wire: 'rest',
    statement: 'Deleting an organization deletes everything in it.',
  },
  {
    id: 'orgs.blobs.answers-blobs-of-org',
    section: 'Endpoints / Organizations',
    wire: 'rest',
    statement: 'Listing the blobs of an organization answers blobs of that organization and no other.',
  },
  {
    id: 'orgs.blobs.filters-by-visibility',
    section: 'Endpoints / Organizations',
    wire: 'rest',
    statement: 'Listing the blobs of an organization may filter by visibility.',
  },
] as const satisfies readonly ClauseRow[]
