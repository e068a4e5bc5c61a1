import { markOwnKey } from '../access/rules.ts'
import { requireFreeAlias } from '../../engine/kernel/aliases.ts'
import * as v from 'valibot'
import { findCommandOrg, requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { alias, name } from '../../engine/world/tables/fields.ts'
import { scheduleRecord } from '../../engine/world/tables/schedules.ts'
import { findDefinition, requireOwnDefinition } from '../workflow/workflow.ts'
import { scheduleView } from './schedules.ts'

export const createSchedule = command({
  engine: 'scheduler',
  name: 'create_schedule',
  summary: 'Create a schedule: while it is enabled, it starts an execution of its definition once for each period.',
  clauses: [],
  shapeRules: { alias: { absent: 'A-301' } },
  assumptions: ['A-27', 'A-348', 'A-379'],
  assumed: true,
  aliasRule: 'identifiers.schedule.uuid-shape-refused',
  params: {
    org_id: name,
    alias: v.optional(alias),
    definition_id: name,
    every_seconds: scheduleRecord.entries.every_seconds,
    enabled: v.optional(v.boolean(), true),
  },
  returns: { schedule: scheduleView },
  sample: { body: { org_id: 'acme', alias: 'hourly', definition_id: 'ingest', every_seconds: 3_600 } },
  errors: ['forbidden', 'org_not_found', 'definition_not_found', 'alias_taken'],
  subject({ body }, ctx) {
    const org = findCommandOrg(ctx, body.org_id)
    return { org, definition: findDefinition(ctx, body.definition_id) }
  },
  access({ subject: { org, definition } }, ctx) {
    requireCommandRole(ctx, org, 'write')
    markOwnKey(ctx, 'perimeter.scheduler-deployment-admitted')
    requireOwnDefinition(definition, org)
  },
  handle({ body, subject: { org, definition } }, ctx) {
    const { world } = ctx
    requireFreeAlias(ctx, 'schedules', body.alias)
    const schedule = world.schedules.create({
      org_id: org.id,
      alias: body.alias,
      definition_id: definition.id,
      every_seconds: body.every_seconds,
      enabled: body.enabled,
    })
    return { schedule }
  },
})
