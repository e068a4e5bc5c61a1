import { requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { name } from '../../engine/world/tables/fields.ts'
import { definitionView, findDefinition, getOwningOrg } from './definitions.ts'

export const getDefinition = command({
  engine: 'workflow',
  name: 'get_definition',
  summary: 'Get a workflow definition by id or alias.',
  clauses: [],
  assumptions: ['A-26', 'A-348', 'A-379'],
  assumed: true,
  params: { definition_id: name },
  returns: { definition: definitionView },
  sample: { body: { definition_id: 'ingest' } },
  errors: ['forbidden', 'definition_not_found'],
  subject: ({ body }, ctx) => findDefinition(ctx, body.definition_id),
  access: ({ subject }, ctx) => requireCommandRole(ctx, getOwningOrg(ctx, subject), 'read'),
  handle: ({ subject }) => ({ definition: subject }),
})
