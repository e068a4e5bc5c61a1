import * as v from 'valibot'
import { requireAdminForHuman, requireHuman } from '../access/rules.ts'
import type { TargetRecord } from '../access/roles.ts'
import { findTarget, lookUpTarget } from '../access/targets.ts'
import { requireReadyTarget } from '../blobs/blobs.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { citeFields } from '../../engine/kernel/unit/assumed.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { requireRoom } from '../../engine/kernel/limits.ts'
import { requireActive } from '../users/users.ts'
import { role, target, text, type Role, type TargetKind } from '../../engine/world/tables/fields.ts'
import type { ApiKey } from '../../engine/world/tables/api-keys.ts'
import { apiKeyObjectClauses, createdApiKeyView } from './api-keys.ts'

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api-keys/target/:target/:target_id',
  name: 'create_api_key',
  summary: 'Mint an API key for an organization, a blob or a user. The secret is in this answer and in no other.',
  clauses: ['api-keys.create.answers-api-key', 'api-key.created-by-is-minting-human', ...apiKeyObjectClauses],
  assumptions: ['A-20'],
  params: { target },
  body: { role, description: v.optional(text) },
  shapeRules: {
    target: { wrong: 'api-keys.create.target-outside-set-refused' },
    role: { missing: 'api-keys.create.role-required', wrong: 'api-keys.create.role-outside-set-refused' },
  },
  returns: { api_key: createdApiKeyView },
  sample: { params: { target: 'org', target_id: 'acme' }, body: { role: 'read', description: 'dashboard' } },
  secrets: ['key'],
  errors: ['cannot_mint_while_acting', 'forbidden', 'blob_not_ready', 'user_retired', 'limit_exceeded'],
  admit({ params }, ctx) {
    refuseActing(ctx, params.target)
    requireHuman(ctx, 'api-keys.create.service-account-refused', 'api-keys.create.needs-human')
  },
  subject({ params }, ctx) {
    const find = ctx.follows('missing-target-is-404') ? findTarget : lookUpTarget
    const target = find(ctx, params.target, params.target_id)
    requireAdminForHuman(ctx, target, 'api-keys.create.needs-admin')
    return target!
  },
  access(_, ctx) {
    if (ctx.caller.acting) ctx.cite('api-keys.create.acting-token-user-allowed')
  },
  handle({ body, subject }, ctx) {
    requireReadyTarget(ctx, subject)
    if (subject.kind === 'user') requireActive(subject.record)
    requireRoom(ctx, 'api_keys_per_target', ctx.world.api_keys.by('target', subject.record.id).count())
    return { api_key: mint(ctx, subject, body.role, body.description ?? null) }
  },
})

/** Refuses an acting token: a key for an organization or a blob authenticates as the caller who mints it. */
function refuseActing(ctx: Context, kind: TargetKind): void {
  if (!ctx.caller.acting || kind === 'user') return
  const clause =
    kind === 'org' ? 'api-keys.create.acting-token-org-refused' : 'api-keys.create.acting-token-blob-refused'
  throw new ApiError('cannot_mint_while_acting', undefined, { cites: [clause] })
}

const principal = {
  user: 'api-key.user-id-of-user-target',
  org: 'api-key.user-id-of-org-target',
  blob: 'api-key.user-id-of-blob-target',
} as const

function mint(ctx: Context, { kind, record }: TargetRecord, granted: Role, description: string | null): ApiKey {
  const { world, caller } = ctx
  ctx.cite(
    principal[kind],
    description === null ? 'api-keys.create.description-optional' : 'api-keys.create.description-accepted',
  )
  citeFields(ctx, 'A-20')
  return world.api_keys.create({
    role: granted,
    target: kind,
    target_id: record.id,
    user_id: kind === 'user' ? record.id : caller.user.id,
    created_by_user_id: caller.human!.id,
    description,
  })
}
