import * as v from 'valibot'
import { findCommandOrg, requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { recordCursor, recordSource } from '../../engine/kernel/pages.ts'
import { name } from '../../engine/world/tables/fields.ts'
import { scheduleView } from './schedules.ts'

export const listSchedules = command({
  engine: 'scheduler',
  name: 'list_schedules',
  summary: 'List the schedules of an organization, newest first, ten at a time.',
  clauses: [],
  assumptions: ['A-27', 'A-348'],
  page: recordCursor('schedules', 'schedule', 'pagination.record.scheduler-list-schedules'),
  params: { org_id: name },
  returns: { schedules: v.array(scheduleView) },
  sample: { body: { org_id: 'acme' } },
  errors: ['forbidden', 'org_not_found'],
  subject: ({ body }, ctx) => findCommandOrg(ctx, body.org_id),
  access: ({ subject }, ctx) => requireCommandRole(ctx, subject, 'read'),
  handle: ({ subject: org }, { world }) => ({ rows: recordSource(world.schedules, world.schedules.by('org', org.id)) }),
})
