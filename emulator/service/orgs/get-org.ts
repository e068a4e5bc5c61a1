import { findOrg } from '../access/targets.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { orgView, viewOrg } from './orgs.ts'

export const getOrg = endpoint({
  method: 'GET',
  path: '/orgs/:org_id',
  name: 'get_org',
  summary: 'Get an organization.',
  clauses: [],
  assumptions: ['A-16', 'A-348'],
  assumed: true,
  returns: { org: orgView },
  sample: { params: { org_id: 'acme' } },
  errors: ['forbidden', 'org_not_found'],
  subject: ({ params }, ctx) => findOrg(ctx, params.org_id),
  handle: ({ subject }) => ({ org: viewOrg(subject) }),
})
