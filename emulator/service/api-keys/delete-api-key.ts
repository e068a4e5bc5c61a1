import { requireAdminForHuman, requireHuman } from '../access/rules.ts'
import { getTarget } from '../access/targets.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import type { ApiKey } from '../../engine/world/tables/api-keys.ts'

export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/api-keys/:id',
  name: 'delete_api_key',
  summary: 'Revoke an API key.',
  clauses: ['api-keys.delete.answers-status-only', 'api-keys.delete.removes-key'],
  sample: { params: { id: '00000000-0000-4000-8000-000000000802' } },
  errors: ['forbidden', 'api_key_not_found'],
  admit({ params }, ctx) {
    const itself = ctx.caller.key?.id === params.id ? (['api-keys.delete.service-account-itself-refused'] as const) : []
    requireHuman(ctx, 'api-keys.delete.service-account-refused', 'api-keys.delete.needs-human', ...itself)
  },
  subject: ({ params }, ctx) => findApiKey(ctx, params.id),
  access: ({ subject: key }, ctx) =>
    requireAdminForHuman(ctx, getTarget(ctx, key.target, key.target_id), 'api-keys.delete.needs-admin'),
  handle: ({ subject: { id } }, ctx) => void ctx.world.api_keys.delete(id),
})

function findApiKey(ctx: Context, id: string): ApiKey {
  const key = ctx.world.api_keys.get(id)
  if (key !== undefined) return key
  throw new ApiError('api_key_not_found', `There is no API key with the id '${id}'.`, { cites: ['A-406'] })
}
