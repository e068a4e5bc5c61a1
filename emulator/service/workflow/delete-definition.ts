import { markOwnKey } from '../access/rules.ts'
import { requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { name } from '../../engine/world/tables/fields.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import type { Definition } from '../../engine/world/tables/definitions.ts'
import { findDefinition, getOwningOrg } from './definitions.ts'

export const deleteDefinition = command({
  engine: 'workflow',
  name: 'delete_definition',
  summary: 'Delete a definition and its schedules; its sessions and executions stay and name no definition then.',
  clauses: [],
  assumptions: ['A-26', 'A-379'],
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
    if (isNamed(ctx, subject)) ctx.cite('A-359')
    ctx.world.definitions.delete(subject.id)
  },
})

/** Checks that a schedule, a session or an execution names the definition. */
function isNamed({ world: { schedules, sessions, executions } }: Context, { id }: Definition): boolean {
  return [schedules, sessions, executions].some((table) => table.by('definition', id).first() !== undefined)
}
