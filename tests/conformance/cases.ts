import './large-world.ts'
import { access } from './access.case.ts'
import { apiKeys } from './api-keys.case.ts'
import { blobs } from './blobs.case.ts'
import { commandAccess } from './command-access.case.ts'
import { credentials } from './credentials.case.ts'
import { envelope } from './envelope.case.ts'
import { graph } from './graph.case.ts'
import { identifiers } from './identifiers.case.ts'
import { listRevisions } from './list-revisions.case.ts'
import { members } from './members.case.ts'
import { metadata } from './metadata.case.ts'
import { models } from './models.case.ts'
import { opaqueListings } from './opaque-listings.case.ts'
import { orgBlobs } from './org-blobs.case.ts'
import { orgs } from './orgs.case.ts'
import { identityListings } from './pagination-identity.case.ts'
import { realtime } from './realtime.case.ts'
import { recordListings } from './record-listings.case.ts'
import { revisions } from './revisions.case.ts'
import { scheduler } from './scheduler.case.ts'
import { sessionFiles } from './session-files.case.ts'
import type { Case } from './suite.ts'
import { triggers } from './triggers.case.ts'
import { users } from './users.case.ts'
import { workflow } from './workflow.case.ts'

/** The cases about commands and sockets, by topic. */
export const commandTopics: Readonly<Record<string, readonly Case[]>> = {
  'command access': commandAccess,
  'opaque listings': opaqueListings,
  'record listings': recordListings,
  realtime,
  workflow,
  graph,
  scheduler,
}

/** Every conformance case, by topic. */
export const topics: Readonly<Record<string, readonly Case[]>> = {
  blobs,
  'org blobs': orgBlobs,
  revisions,
  'list revisions': listRevisions,
  metadata,
  models,
  triggers,
  users,
  'api keys': apiKeys,
  members,
  credentials,
  orgs,
  access,
  envelope,
  identifiers,
  'identity listings': identityListings,
  'session files': sessionFiles,
  ...commandTopics,
}
