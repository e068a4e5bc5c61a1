import * as v from 'valibot'
import { findCommandOrg, requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { recordCursor, recordSource } from '../../engine/kernel/pages.ts'
import { name } from '../../engine/world/tables/fields.ts'
import { sessionView } from './sessions.ts'

export const listSessions = command({
  engine: 'workflow',
  name: 'list_sessions',
  summary: 'List the sessions of an organization, newest first, ten at a time.',
  clauses: [],
  assumptions: ['A-356', 'A-348'],
  page: recordCursor('sessions', 'session', 'pagination.record.workflow-list-sessions'),
  params: { org_id: name },
  returns: { sessions: v.array(sessionView) },
  sample: { body: { org_id: 'acme' } },
  errors: ['forbidden', 'org_not_found'],
  subject: ({ body }, ctx) => findCommandOrg(ctx, body.org_id),
  access: ({ subject }, ctx) => requireCommandRole(ctx, subject, 'read'),
  handle: ({ subject: org }, { world }) => ({ rows: recordSource(world.sessions, world.sessions.by('org', org.id)) }),
})
