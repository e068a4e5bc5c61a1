import { requireHumanToShow, requireRole } from '../access/rules.ts'
import { findVisible } from '../access/targets.ts'
import { requireFreeAlias } from '../../engine/kernel/aliases.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import type { Org } from '../../engine/world/tables/orgs.ts'
import { orgBody, orgView, viewOrg } from './orgs.ts'

export const updateOrg = endpoint({
  method: 'PATCH',
  path: '/orgs/:org_id',
  name: 'update_org',
  summary:
    'Change the name, the alias or the visibility of an organization. Changing the visibility needs a human behind the request.',
  clauses: [],
  assumptions: ['A-16', 'A-348', 'A-379'],
  assumed: true,
  aliasRule: 'identifiers.alias.org-rename-uuid-shape-refused',
  body: orgBody,
  returns: { org: orgView },
  sample: { params: { org_id: 'ada-lab' }, body: { name: 'Laboratory' } },
  errors: ['forbidden', 'org_not_found', 'alias_taken'],
  admit({ raw }, ctx) {
    requireHumanToShow(ctx, raw()['visibility'], 'perimeter.org-visibility')
  },
  subject: ({ params }, ctx) => findVisible(ctx, 'org', params.org_id),
  access: ({ subject }, ctx) => requireRole(ctx, subject, 'admin'),
  handle({ body, subject }, ctx) {
    const org = subject.record as Org
    requireFreeAlias(ctx, 'orgs', body.alias, org.id)
    const changes = Object.entries(body).filter(([, value]) => value !== undefined)
    const updated = changes.length === 0 ? org : ctx.world.orgs.update(org.id, Object.fromEntries(changes))
    return { org: viewOrg(updated) }
  },
})
