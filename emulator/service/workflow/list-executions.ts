import * as v from 'valibot'
import { findCommandOrg, requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { recordCursor, recordSource } from '../../engine/kernel/pages.ts'
import { name } from '../../engine/world/tables/fields.ts'
import type { Execution } from '../../engine/world/tables/executions.ts'
import { executionView, rowsOfTime } from './executions.ts'

export const listExecutions = command({
  engine: 'workflow',
  name: 'list_executions',
  summary: 'List the executions of an organization, scheduled ones too, newest first, ten at a time.',
  clauses: [],
  assumptions: ['A-320', 'A-348', 'A-49', 'A-321'],
  page: recordCursor('executions', 'execution', 'pagination.record.workflow-list-executions'),
  params: { org_id: name },
  returns: { executions: v.array(executionView) },
  sample: { body: { org_id: 'acme' } },
  errors: ['forbidden', 'org_not_found'],
  subject: ({ body }, ctx) => findCommandOrg(ctx, body.org_id),
  access: ({ subject }, ctx) => requireCommandRole(ctx, subject, 'read'),
  handle: ({ subject: org }, ctx) => ({
    rows: recordSource(ctx.world.executions, ctx.world.executions.by('org', org.id)),
    view(execution: Execution) {
      ctx.cite(...rowsOfTime(ctx.world, execution))
      return execution
    },
  }),
})
