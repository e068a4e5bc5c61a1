import { requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { name } from '../../engine/world/tables/fields.ts'
import { getOwningOrg } from './definitions.ts'
import { executionView, findExecutionOrFired, rowsOfTime } from './executions.ts'

export const getExecution = command({
  engine: 'workflow',
  name: 'get_execution',
  summary: 'Get an execution.',
  clauses: [],
  assumptions: ['A-320', 'A-348', 'A-379', 'A-321'],
  assumed: true,
  params: { execution_id: name },
  returns: { execution: executionView },
  sample: { body: { execution_id: '00000000-0000-4000-8000-000000000301' } },
  errors: ['forbidden', 'execution_not_found'],
  subject: ({ body }, ctx) => findExecutionOrFired(ctx, body.execution_id),
  access: ({ subject }, ctx) => requireCommandRole(ctx, getOwningOrg(ctx, subject), 'read'),
  handle({ subject: execution }, ctx) {
    ctx.cite(...rowsOfTime(ctx.world, execution))
    return { execution }
  },
})
