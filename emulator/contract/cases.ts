import type { CommandId, EndpointId } from './unit-names.ts'

/** Cases that an exchange can show by itself, in the words of reports. */
export const caseWords = [
  // Kind of the target that a path names.
  'org',
  'blob',
  'user',
  // Target of the key, member or credential that is deleted.
  'of an org',
  'of a blob',
  'of a user',
  // Kind of the user that a path names.
  'of a human',
  'of an account',
  // How a path names a resource.
  'org by id',
  'org by alias',
  'org in upper case',
  'blob by id',
  'blob by alias',
  'blob in upper case',
  'user by id',
  'user by alias',
  'user in upper case',
  // Credentials.
  'org key',
  'blob key',
  'user key',
  'account key',
  'acting token',
  'read key',
  'write key',
  'admin key',
  // Role of a key that is minted.
  'mints read',
  'mints write',
  'mints admin',
  // Transport and outcome.
  'HTTP',
  'socket',
  'success',
  'refusal',
  // Character of a cursor that was changed.
  'first character',
  'middle character',
  'last character',
  'limit 0',
  'limit 201',
  // Phase of the revision that is named.
  'draft',
  'commit',
  // Contents of an organization that is deleted, and memberships of an account that is retired.
  'with a blob',
  'with a revision',
  'with a definition',
  'with a session',
  'with a schedule',
  'with an execution',
  'with a key',
  'with a credential',
  'member of an org',
  'member of a blob',
] as const

/**
 * Case that a sentence ranges over: one of several targets, callers, transports or edges, or an endpoint or command.
 */
export type Case = (typeof caseWords)[number] | EndpointId | CommandId

export const targets = ['org', 'blob', 'user'] as const
export const ofTargets = ['of an org', 'of a blob', 'of a user'] as const

/** Commands with an opaque cursor. */
export const opaqueCommands = [
  'workflow.list_session_objects',
  'workflow.list_session_thread_items',
  'workflow.list_session_graph_elements',
  'workflow.list_session_graph_neighbors',
  'workflow.list_session_events',
  'workflow.list_execution_events',
] as const

/** Commands with a record cursor. */
export const recordCommands = [
  'workflow.list_sessions',
  'workflow.list_executions',
  'scheduler.list_schedules',
  'scheduler.list_executions',
] as const
