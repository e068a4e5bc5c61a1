import { requireCommandRole } from '../access/commands.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { json, name } from '../../engine/world/tables/fields.ts'
import type { SessionObject } from '../../engine/world/tables/sessions.ts'
import { getOwningOrg } from './definitions.ts'
import { objectView } from './objects.ts'
import { findSession, recordSessionEvent } from './sessions.ts'

export const putSessionObject = command({
  engine: 'workflow',
  name: 'put_session_object',
  summary: 'Set the value of a key in a session. An existing object keeps its id and its place.',
  clauses: [],
  assumptions: ['A-47', 'A-348', 'A-379'],
  assumed: true,
  params: { session_id: name, key: name, value: json },
  returns: { object: objectView },
  sample: { body: { session_id: 'run-01', key: 'colour', value: { name: 'blue' } } },
  errors: ['forbidden', 'session_not_found'],
  subject: ({ body }, ctx) => findSession(ctx, body.session_id),
  access: ({ subject }, ctx) => requireCommandRole(ctx, getOwningOrg(ctx, subject), 'write'),
  handle({ body: { key, value }, subject: session }, ctx) {
    const object = put(ctx, session.id, key, value)
    recordSessionEvent(ctx.world, session.id, 'object_put', { object_id: object.id, key })
    return { object }
  },
})

function put(ctx: Context, sessionId: string, key: string, value: unknown): SessionObject {
  const { world } = ctx
  const old = world.objects.by('entry', sessionId, key).first()
  if (old === undefined) return world.objects.create({ session_id: sessionId, key, value })
  ctx.cite('A-360')
  return world.objects.update(old.id, { value })
}
