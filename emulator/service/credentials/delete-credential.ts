import { callerRole } from '../access/roles.ts'
import { requireHuman, requireInScope, requireRole } from '../access/rules.ts'
import { getTarget } from '../access/targets.ts'
import { requireReadyTarget } from '../blobs/blobs.ts'
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
  assumptions: ['A-19'],
  sample: { params: { id: '00000000-0000-4000-8000-000000000a01' } },
  errors: ['forbidden', 'credential_not_found', 'blob_not_ready'],
  admit: (_, ctx) => requireHuman(ctx, 'perimeter.delete-credential'),
  subject: ({ params }, ctx) => findCredential(ctx, params.id),
  access({ subject: credential }, ctx) {
    requireSeen(ctx, credential)
    requireRole(ctx, getTarget(ctx, credential.target, credential.target_id), 'admin')
  },
  handle({ subject: { id, target, target_id: targetId } }, ctx) {
    requireReadyTarget(getTarget(ctx, target, targetId))
    ctx.world.credentials.delete(id)
  },
})

function findCredential(ctx: Context, id: string): Credential {
  const credential = ctx.world.credentials.get(id)
  if (credential !== undefined) return credential
  throw new ApiError('credential_not_found', `There is no credential with the id '${id}'.`)
}

/** Finds a credential. One of an organization or a blob that the caller cannot see looks as if it did not exist. */
function requireSeen(ctx: Context, { id, target: kind, target_id: targetId }: Credential): void {
  const target = getTarget(ctx, kind, targetId)
  requireInScope(ctx, target)
  if (kind === 'user' || callerRole(ctx.world, ctx.caller, target) !== null) return
  throw new ApiError('credential_not_found', `There is no credential with the id '${id}' that this caller can see.`, {
    cites: ['A-9', 'A-158'],
  })
}
