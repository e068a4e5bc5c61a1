import * as v from 'valibot'
import { findCommandOrg, requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { recordCursor, recordSource } from '../../engine/kernel/pages.ts'
import { name } from '../../engine/world/tables/fields.ts'
import { getOwningOrg } from '../workflow/workflow.ts'
import { firingView, viewFiring } from './firings.ts'
import { findSchedule } from './schedules.ts'

export const listExecutions = command({
  engine: 'scheduler',
  name: 'list_executions',
  summary: 'List the firings of a schedule, or of all schedules of an organization, newest first, ten at a time.',
  clauses: [],
  assumptions: ['A-27', 'A-348', 'A-49'],
  page: recordCursor('executions', 'execution', 'pagination.record.scheduler-list-executions'),
  params: { org_id: v.optional(name), schedule_id: v.optional(name) },
  rules: [{ oneOf: ['org_id', 'schedule_id'] }],
  returns: { executions: v.array(firingView) },
  sample: { body: { schedule_id: 'every-01' } },
  errors: ['forbidden', 'org_not_found', 'schedule_not_found'],
  subject({ body }, ctx) {
    if (body.schedule_id === undefined) return { org: findCommandOrg(ctx, body.org_id!), schedule: undefined }
    const schedule = findSchedule(ctx, body.schedule_id)
    return { org: getOwningOrg(ctx, schedule), schedule }
  },
  access: ({ subject }, ctx) => requireCommandRole(ctx, subject.org, 'read'),
  handle({ subject: { org, schedule } }, { world }) {
    const { firings } = world
    const range = schedule === undefined ? firings.by('org', org.id) : firings.by('schedule', schedule.id)
    return { rows: recordSource(firings, range), view: viewFiring, shows: ['A-324'] }
  },
})
