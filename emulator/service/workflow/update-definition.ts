import { markOwnKey } from '../access/rules.ts'
import { requireFreeAlias } from '../../engine/kernel/aliases.ts'
import * as v from 'valibot'
import { findProblems } from './engine/check.ts'
import { requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { definitionBody } from '../../engine/world/tables/definitions.ts'
import { alias, name } from '../../engine/world/tables/fields.ts'
import { pickChanges, definitionView, findDefinition, getOwningOrg } from './definitions.ts'

export const updateDefinition = command({
  engine: 'workflow',
  name: 'update_definition',
  summary:
    'Change the alias, the category or the body of a definition. Executions under way keep the body they started with.',
  clauses: [],
  assumptions: ['A-26', 'A-348', 'A-379'],
  assumed: true,
  aliasRule: 'identifiers.definition.uuid-shape-refused',
  params: {
    definition_id: name,
    alias: v.optional(alias),
    category: v.optional(name),
    body: v.optional(definitionBody),
  },
  returns: { definition: definitionView },
  sample: { body: { definition_id: 'ingest', category: 'nightly' } },
  errors: ['forbidden', 'definition_not_found', 'alias_taken'],
  subject: ({ body }, ctx) => findDefinition(ctx, body.definition_id),
  access({ subject }, ctx) {
    requireCommandRole(ctx, getOwningOrg(ctx, subject), 'write')
    markOwnKey(ctx, 'perimeter.workflow-deployment-admitted')
  },
  handle({ body: { definition_id: _, ...fields }, subject: definition }, ctx) {
    if (fields.body !== undefined && findProblems(fields.body).length > 0) ctx.citePassed('A-414')
    requireFreeAlias(ctx, 'definitions', fields.alias, definition.id)
    const changes = pickChanges(fields)
    return { definition: changes === undefined ? definition : ctx.world.definitions.update(definition.id, changes) }
  },
})
