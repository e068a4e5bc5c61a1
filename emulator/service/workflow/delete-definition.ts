import { markOwnKey } from '../access/rules.ts'
import { requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { name } from '../../engine/world/tables/fields.ts'
import { findDefinition, getOwningOrg } from './definitions.ts'

export const deleteDefinition = command({
  engine: 'workflow',
  name: 'delete_definition',
  summary: 'Delete a definition and its schedules; its sessions and executions stay and name no definition then.',
  clauses: [],
  assumptions: ['A-26', 'A-10', 'A-359'],
  assumed: true,
  params: { definition_id: name },
  sample: { body: { definition_id: 'report' } },
  errors: ['forbidden', 'definition_not_found'],
  subject: ({ body }, ctx) => findDefinition(ctx, body.definition_id),
  access({ subject }, ctx) {
    requireCommandRole(ctx, getOwningOrg(ctx, subject), 'admin')
    markOwnKey(ctx, 'perimeter.workflow-deployment-admitted')
  },
  handle({ subject }, ctx) {
    ctx.world.definitions.delete(subject.id)
  },
})
