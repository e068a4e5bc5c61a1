import { requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { name } from '../../engine/world/tables/fields.ts'
import { isLive } from '../../engine/world/tables/executions.ts'
import { getOwningOrg } from './definitions.ts'
import { cancelExecution as cancel, executionView, findExecution, rowsOfTime } from './executions.ts'

export const cancelExecution = command({
  engine: 'workflow',
  name: 'cancel_execution',
  summary: 'Cancel an execution. One that is over stays as it is and is answered so.',
  clauses: [],
  assumptions: ['A-320', 'A-348', 'A-379', 'A-321'],
  assumed: true,
  params: { execution_id: name },
  returns: { execution: executionView },
  sample: { body: { execution_id: '00000000-0000-4000-8000-000000000321' } },
  errors: ['forbidden', 'execution_not_found'],
  subject: ({ body }, ctx) => findExecution(ctx, body.execution_id),
  access: ({ subject }, ctx) => requireCommandRole(ctx, getOwningOrg(ctx, subject), 'write'),
  handle({ subject }, ctx) {
    ctx.cite(...rowsOfTime(ctx.world, subject))
    if (!isLive(subject)) ctx.cite('A-357')
    return { execution: cancel(ctx.world, subject) }
  },
})
