import { isOutside, isSeen } from '../access/roles.ts'
import { requireHuman, requireRole } from '../access/rules.ts'
import { getTarget } from '../access/targets.ts'
import type { AssumptionId } from '../../contract/assumption-ids.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import type { Credential } from '../../engine/world/tables/credentials.ts'

export const deleteCredential = endpoint({
  method: 'DELETE',
  path: '/credentials/:id',
  name: 'delete_credential',
  summary: 'Delete a credential.',
  clauses: ['credentials.delete.removes-credential', 'credentials.delete.answers-status-only'],
  assumptions: ['A-379'],
  sample: { params: { id: '00000000-0000-4000-8000-000000000a01' } },
  errors: ['forbidden', 'credential_not_found'],
  admit: (_, ctx) => requireHuman(ctx, 'perimeter.delete-credential'),
  subject: ({ params }, ctx) => findCredential(ctx, params.id),
  access({ subject: credential }, ctx) {
    requireSeen(ctx, credential)
    requireRole(ctx, getTarget(ctx, credential.target, credential.target_id), 'admin')
  },
  handle: ({ subject: { id } }, ctx) => void ctx.world.credentials.delete(id),
})

function findCredential(ctx: Context, id: string): Credential {
  const credential = ctx.world.credentials.get(id)
  if (credential !== undefined) return credential
  throw unknownCredential(id, 'A-406')
}

function unknownCredential(id: string, ...cites: AssumptionId[]): ApiError {
  return new ApiError('credential_not_found', `There is no credential '${id}', or this caller cannot see it.`, {
    cites,
  })
}

/** Finds a credential. One of an organization or a blob that the caller cannot see looks as if it did not exist. */
function requireSeen(ctx: Context, { id, target: kind, target_id: targetId }: Credential): void {
  const target = getTarget(ctx, kind, targetId)
  if (isOutside(ctx.caller, target)) throw unknownCredential(id, 'A-11')
  if (!isSeen(ctx.world, ctx.caller, target)) throw unknownCredential(id, 'A-158')
}
