import { markOwnKey } from '../access/rules.ts'
import { requireFreeAlias } from '../../engine/kernel/aliases.ts'
import * as v from 'valibot'
import { findProblems } from './engine/check.ts'
import { findCommandOrg, requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { definitionBody } from '../../engine/world/tables/definitions.ts'
import { alias, name } from '../../engine/world/tables/fields.ts'
import { definitionView } from './definitions.ts'

export const createDefinition = command({
  engine: 'workflow',
  name: 'create_definition',
  summary: 'Store a workflow definition. Whether it can run is what `check_definition` tells.',
  clauses: [],
  shapeRules: { alias: { absent: 'A-301' } },
  assumptions: ['A-26', 'A-348', 'A-379'],
  assumed: true,
  aliasRule: 'identifiers.definition.uuid-shape-refused',
  params: { org_id: name, alias: v.optional(alias), category: v.optional(name), body: definitionBody },
  returns: { definition: definitionView },
  sample: {
    body: {
      org_id: 'acme',
      alias: 'mirror',
      category: 'etl',
      body: {
        nodes: [
          { id: 'fetch', kind: 'task' },
          { id: 'store', kind: 'task' },
        ],
        edges: [{ from: 'fetch', to: 'store' }],
      },
    },
  },
  errors: ['forbidden', 'org_not_found', 'alias_taken'],
  subject: ({ body }, ctx) => findCommandOrg(ctx, body.org_id),
  access({ subject }, ctx) {
    requireCommandRole(ctx, subject, 'write')
    markOwnKey(ctx, 'perimeter.workflow-deployment-admitted')
  },
  handle({ body, subject: org }, ctx) {
    const { world } = ctx
    if (findProblems(body.body).length > 0) ctx.citePassed('A-414')
    requireFreeAlias(ctx, 'definitions', body.alias)
    const definition = world.definitions.create({
      org_id: org.id,
      alias: body.alias,
      category: body.category,
      body: body.body,
    })
    return { definition }
  },
})
