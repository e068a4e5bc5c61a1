import type { StatementId } from '../../engine/coverage/statements.ts'
import { isOutside, isSeen } from '../access/roles.ts'
import { requireInScope, rowsOfRead } from '../access/rules.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import type { Operation } from '../../engine/world/tables/operations.ts'
import { operationView, rowsOfTime, viewOperation } from './operations.ts'

export const getOperation = endpoint({
  method: 'GET',
  path: '/operations/:operation_id',
  name: 'get_operation',
  summary: 'Get a long-running operation: poll it until its status is no longer `running`.',
  clauses: ['service.long-running-work-is-an-operation'],
  assumptions: ['A-24', 'A-348', 'A-104'],
  assumed: true,
  returns: { operation: operationView },
  sample: { params: { operation_id: '00000000-0000-4000-8000-000000000e01' } },
  errors: ['forbidden', 'operation_not_found'],
  subject: ({ params }, ctx) => findOperation(ctx, params.operation_id),
  handle({ subject: operation }, ctx) {
    if (operation.status === 'failed') ctx.cite('A-105')
    ctx.cite(...rowsOfTime(ctx.world, operation))
    return { operation: viewOperation(operation) }
  },
})

function findOperation(ctx: Context, id: string): Operation {
  const operation = ctx.world.operations.get(id)
  const unknown = (...cites: StatementId[]) =>
    new ApiError('operation_not_found', `There is no operation '${id}', or this caller cannot see it.`, { cites })
  if (operation === undefined) throw unknown()
  if (operation.target_id === null && operation.status === 'succeeded') ctx.citePassed('A-100')
  requireShown(ctx, operation, unknown)
  return operation
}

/**
 * Refuses an operation that is hidden from the caller, who sees it as the user who started it, or with its blob; once
 * that is deleted, with its organization.
 */
function requireShown(ctx: Context, operation: Operation, unknown: (...cites: StatementId[]) => ApiError): void {
  const { world, caller } = ctx
  const blob = operation.blob_id === null ? undefined : world.blobs.get(operation.blob_id)
  const target =
    blob === undefined
      ? { kind: 'org' as const, record: world.orgs.get(operation.org_id)! }
      : { kind: 'blob' as const, record: blob }
  const isOwn = operation.user_id === caller.user.id
  if (isOutside(caller, target)) throw unknown('A-11')
  if (!isOwn && !isSeen(world, caller, target)) throw unknown('A-9', 'A-104')
  requireInScope(ctx, target)
  if (!isOwn) ctx.cite(...rowsOfRead(ctx, target))
}
