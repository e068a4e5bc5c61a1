import * as v from 'valibot'
import { findCommandOrg, requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { unpaginated } from '../../engine/kernel/pages.ts'
import type { Definition } from '../../engine/world/tables/definitions.ts'
import { name } from '../../engine/world/tables/fields.ts'
import { definitionView } from './definitions.ts'

export const listDefinitions = command({
  engine: 'workflow',
  name: 'list_definitions',
  summary:
    'List the definitions of an organization, oldest first: one page of roughly 1 MB, filtered by category after it was read.',
  clauses: [],
  assumptions: ['A-26', 'A-348'],
  page: unpaginated('definitions', 'pagination.unpaginated.list-definitions'),
  params: { org_id: name, category: v.optional(name) },
  returns: { definitions: v.array(definitionView) },
  sample: { body: { org_id: 'acme' } },
  errors: ['forbidden', 'org_not_found'],
  subject: ({ body }, ctx) => findCommandOrg(ctx, body.org_id),
  access: ({ subject }, ctx) => requireCommandRole(ctx, subject, 'read'),
  handle({ body: { category }, subject: org }, ctx) {
    const rows = ctx.world.definitions.by('org', org.id)
    if (category === undefined) return { rows }
    return {
      rows,
      keep: (definition: Definition) => definition.category === category,
      filterClause: 'pagination.unpaginated.definitions-filter-after-cut',
    }
  },
})
