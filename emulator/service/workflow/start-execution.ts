import { markOwnKey } from '../access/rules.ts'
import * as v from 'valibot'
import { requireCommandRole } from '../access/commands.ts'
import { ApiError } from '../../contract/api-error.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { json, name } from '../../engine/world/tables/fields.ts'
import { findDefinition, getOwningOrg } from './definitions.ts'
import { countNodes } from './engine/step.ts'
import { executionView, startExecution as queue } from './executions.ts'
import { findSession } from './sessions.ts'

export const startExecution = command({
  engine: 'workflow',
  name: 'start_execution',
  summary:
    'Start an execution of a definition, in a session if one is named. It is `queued` and goes on in world time.',
  clauses: [],
  assumptions: ['A-320', 'A-348', 'A-379', 'A-321'],
  assumed: true,
  params: { definition_id: name, session_id: v.optional(name), input: v.optional(json) },
  returns: { execution: executionView },
  sample: { body: { definition_id: 'ingest', input: { day: '2026-01-01' } } },
  errors: ['forbidden', 'definition_not_found', 'session_not_found'],
  subject({ body }, ctx) {
    const definition = findDefinition(ctx, body.definition_id)
    const session = body.session_id === undefined ? undefined : findSession(ctx, body.session_id)
    return { definition, session }
  },
  access({ body, subject: { definition, session } }, ctx) {
    requireCommandRole(ctx, getOwningOrg(ctx, definition), 'write')
    markOwnKey(ctx, 'perimeter.execute-admitted')
    if (session === undefined || session.org_id === definition.org_id) return
    throw new ApiError(
      'invalid_request_body',
      `'session_id': session '${body.session_id!}' belongs to another organization than definition '${body.definition_id}'.`,
      { cites: ['A-377'] },
    )
  },
  handle({ body, subject: { definition, session } }, ctx) {
    if (countNodes(definition.body) > 0) ctx.cite('A-28')
    const run = {
      org_id: definition.org_id,
      definition_id: definition.id,
      session_id: session?.id ?? null,
      input: body.input ?? null,
    }
    return { execution: queue(ctx.world, run) }
  },
})
