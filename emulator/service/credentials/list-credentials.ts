import * as v from 'valibot'
import { requireRole, requireUnscoped } from '../access/rules.ts'
import { findVisible } from '../access/targets.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { complete } from '../../engine/kernel/pages.ts'
import type { Credential } from '../../engine/world/tables/credentials.ts'
import { target } from '../../engine/world/tables/fields.ts'
import { credentialView, viewCredential } from './credentials.ts'

export const listCredentials = endpoint({
  method: 'GET',
  path: '/credentials/target/:target/:target_id',
  name: 'list_credentials',
  summary: 'List every credential of a target, without the values.',
  clauses: [],
  assumptions: ['A-19', 'A-348', 'A-379'],
  page: complete('credentials', 'pagination.complete.credentials'),
  params: { target },
  returns: { credentials: v.array(credentialView) },
  sample: { params: { target: 'org', target_id: 'ada-lab' } },
  errors: ['forbidden', 'org_not_found', 'blob_not_found', 'user_not_found'],
  admit: (_, ctx) => requireUnscoped(ctx, 'list credentials', 'A-12'),
  subject: ({ params }, ctx) => findVisible(ctx, params.target, params.target_id),
  access: ({ subject }, ctx) => requireRole(ctx, subject, 'admin'),
  handle: ({ subject: { kind, record } }, { world }) => ({
    rows: world.credentials.by('target', record.id),
    keep: (credential: Credential) => credential.target === kind,
    view: viewCredential,
    shows: ['credentials.list.answers-credentials-of-target'],
  }),
})
