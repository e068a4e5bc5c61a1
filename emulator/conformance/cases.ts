import { blobs } from './blobs.case.ts'
import { listRevisions } from './list-revisions.case.ts'
import { metadata } from './metadata.case.ts'
import { models } from './models.case.ts'
import { orgBlobs } from './org-blobs.case.ts'
import { revisions } from './revisions.case.ts'
import type { Case } from './suite.ts'
import { users } from './users.case.ts'

/** Every conformance case, by topic. */
export const topics: Readonly<Record<string, readonly Case[]>> = {
  blobs,
  'org blobs': orgBlobs,
  revisions,
  'list revisions': listRevisions,
  metadata,
  models,
  users,
}
