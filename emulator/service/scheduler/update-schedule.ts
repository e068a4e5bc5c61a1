import { markOwnKey } from '../access/rules.ts'
import { requireFreeAlias } from '../../engine/kernel/aliases.ts'
import * as v from 'valibot'
import { requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { alias, name } from '../../engine/world/tables/fields.ts'
import { scheduleRecord } from '../../engine/world/tables/schedules.ts'
import { pickChanges, getOwningOrg } from '../workflow/workflow.ts'
import { findSchedule, scheduleView } from './schedules.ts'

export const updateSchedule = command({
  engine: 'scheduler',
  name: 'update_schedule',
  summary:
    'Change the alias or the period of a schedule, or switch it on or off. Another period, or switching it on, counts from now.',
  clauses: [],
  assumptions: ['A-27', 'A-348', 'A-379'],
  assumed: true,
  aliasRule: 'identifiers.schedule.uuid-shape-refused',
  params: {
    schedule_id: name,
    alias: v.optional(alias),
    every_seconds: v.optional(scheduleRecord.entries.every_seconds),
    enabled: v.optional(v.boolean()),
  },
  returns: { schedule: scheduleView },
  sample: { body: { schedule_id: 'every-01', enabled: false } },
  errors: ['forbidden', 'schedule_not_found', 'alias_taken'],
  subject: ({ body }, ctx) => findSchedule(ctx, body.schedule_id),
  access({ subject }, ctx) {
    requireCommandRole(ctx, getOwningOrg(ctx, subject), 'write')
    markOwnKey(ctx, 'perimeter.scheduler-deployment-admitted')
  },
  handle({ body: { schedule_id: _, ...fields }, subject: schedule }, ctx) {
    requireFreeAlias(ctx, 'schedules', fields.alias, schedule.id)
    const changes = pickChanges(fields)
    return { schedule: changes === undefined ? schedule : ctx.world.schedules.update(schedule.id, changes) }
  },
})
