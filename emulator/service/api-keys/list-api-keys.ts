import * as v from 'valibot'
import { requireRole, requireUnscoped } from '../access/rules.ts'
import { findVisible } from '../access/targets.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { complete } from '../../engine/kernel/pages.ts'
import type { ApiKey } from '../../engine/world/tables/api-keys.ts'
import { target } from '../../engine/world/tables/fields.ts'
import { apiKeyObjectClauses, apiKeyView, viewApiKey } from './api-keys.ts'

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api-keys/target/:target/:target_id',
  name: 'list_api_keys',
  summary: 'List every API key of a target, without the secrets.',
  clauses: [],
  assumptions: ['A-20', 'A-348', 'A-379'],
  page: complete('api_keys', 'pagination.complete.api-keys'),
  params: { target },
  returns: { api_keys: v.array(apiKeyView) },
  sample: { params: { target: 'org', target_id: 'acme' } },
  errors: ['forbidden', 'org_not_found', 'blob_not_found', 'user_not_found'],
  admit: (_, ctx) => requireUnscoped(ctx, 'list API keys', 'A-12'),
  subject: ({ params }, ctx) => findVisible(ctx, params.target, params.target_id),
  access: ({ subject }, ctx) => requireRole(ctx, subject, 'admin'),
  handle: ({ subject: { kind, record } }, { world }) => ({
    rows: world.api_keys.by('target', record.id),
    keep: (key: ApiKey) => key.target === kind,
    view: viewApiKey,
    shows: ['api-keys.list.answers-keys-of-target', 'api-key.secret-only-at-creation', ...apiKeyObjectClauses],
  }),
})
