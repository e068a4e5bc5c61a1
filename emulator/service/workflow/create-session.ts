import { requireFreeAlias } from '../../engine/kernel/aliases.ts'
import * as v from 'valibot'
import { markOwnKey } from '../access/rules.ts'
import { findCommandOrg, requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { alias, name } from '../../engine/world/tables/fields.ts'
import { findDefinition, requireOwnDefinition } from './definitions.ts'
import { recordSessionEvent, sessionView } from './sessions.ts'

export const createSession = command({
  engine: 'workflow',
  name: 'create_session',
  summary: 'Create a session, of a definition if one is named.',
  clauses: [],
  shapeRules: { alias: { absent: 'A-301' } },
  assumptions: ['A-356', 'A-348', 'A-379'],
  assumed: true,
  aliasRule: 'identifiers.session.uuid-shape-refused',
  params: { org_id: name, alias: v.optional(alias), definition_id: v.optional(name) },
  returns: { session: sessionView },
  sample: { body: { org_id: 'acme', alias: 'trial', definition_id: 'ingest' } },
  errors: ['forbidden', 'org_not_found', 'definition_not_found', 'alias_taken'],
  subject({ body }, ctx) {
    const org = findCommandOrg(ctx, body.org_id)
    return {
      org,
      definition: body.definition_id === undefined ? undefined : findDefinition(ctx, body.definition_id),
    }
  },
  access({ subject: { org, definition } }, ctx) {
    requireCommandRole(ctx, org, 'write')
    markOwnKey(ctx, 'perimeter.create-session-admitted')
    if (definition !== undefined) requireOwnDefinition(definition, org)
  },
  handle({ body, subject: { org, definition } }, ctx) {
    const { world } = ctx
    requireFreeAlias(ctx, 'sessions', body.alias)
    const session = world.sessions.create({ org_id: org.id, alias: body.alias, definition_id: definition?.id })
    recordSessionEvent(world, session.id, 'session_created', {})
    return { session }
  },
})
