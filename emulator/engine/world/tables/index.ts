import { apiKeys } from './api-keys.ts'
import { blobs } from './blobs.ts'
import { credentials } from './credentials.ts'
import { definitions } from './definitions.ts'
import { executionEvents, executions } from './executions.ts'
import { graphElements } from './graph-elements.ts'
import { members } from './members.ts'
import { metadata } from './metadata.ts'
import { models } from './models.ts'
import { operations } from './operations.ts'
import { orgs } from './orgs.ts'
import { pending } from './pending.ts'
import { revisionNumbers, revisions } from './revisions.ts'
import { firings, schedules } from './schedules.ts'
import { files, objects, sessionEvents, sessions } from './sessions.ts'
import { threadItems, threads } from './threads.ts'
import { tokens } from './tokens.ts'
import { users } from './users.ts'

/** All tables of the world, each after those it refers to. */
export const tables = {
  users,
  orgs,
  blobs,
  members,
  api_keys: apiKeys,
  tokens,
  credentials,
  revisions,
  metadata,
  models,
  operations,
  definitions,
  sessions,
  objects,
  threads,
  thread_items: threadItems,
  graph_elements: graphElements,
  session_events: sessionEvents,
  files,
  schedules,
  executions,
  execution_events: executionEvents,
  firings,
  revision_numbers: revisionNumbers,
  pending,
} as const

export type TableName = keyof typeof tables
