import { requireHuman, requireRole } from '../access/rules.ts'
import { findVisible } from '../access/targets.ts'
import { requireReadyTarget } from '../blobs/blobs.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { requireActive } from '../users/users.ts'
import { name, target, text } from '../../engine/world/tables/fields.ts'
import { credentialView, viewCredential } from './credentials.ts'

export const createCredential = endpoint({
  method: 'POST',
  path: '/credentials/target/:target/:target_id',
  name: 'create_credential',
  summary: 'Store a credential for an organization, a blob or a user. Its value is never answered.',
  clauses: [],
  assumptions: ['A-19', 'A-348', 'A-379'],
  assumed: true,
  params: { target },
  body: { name, value: text },
  returns: { credential: credentialView },
  sample: { params: { target: 'org', target_id: 'acme' }, body: { name: 'registry', value: 'secret' } },
  secrets: ['value'],
  errors: ['forbidden', 'org_not_found', 'blob_not_found', 'user_not_found', 'blob_not_ready', 'user_retired'],
  admit: (_, ctx) => requireHuman(ctx, 'perimeter.store-credential'),
  subject: ({ params }, ctx) => findVisible(ctx, params.target, params.target_id),
  access: ({ subject }, ctx) => requireRole(ctx, subject, 'admin'),
  handle({ body, subject }, ctx) {
    requireReadyTarget(ctx, subject)
    if (subject.kind === 'user') requireActive(subject.record)
    const { world, caller } = ctx
    const credential = world.credentials.create({
      name: body.name,
      value: body.value,
      target: subject.kind,
      target_id: subject.record.id,
      created_by_user_id: caller.human!.id,
    })
    return { credential: viewCredential(credential) }
  },
})
