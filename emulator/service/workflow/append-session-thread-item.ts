import { requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { json, name, threadName } from '../../engine/world/tables/fields.ts'
import { getOwningOrg } from './definitions.ts'
import { findSession, recordSessionEvent } from './sessions.ts'
import { findThread, itemView } from './threads.ts'

export const appendSessionThreadItem = command({
  engine: 'workflow',
  name: 'append_session_thread_item',
  summary: 'Append an item to a thread of a session. A thread is made when its name is first used.',
  clauses: [],
  assumptions: ['A-47', 'A-348', 'A-379'],
  assumed: true,
  params: { session_id: name, thread_id: threadName, role: name, content: json },
  returns: { item: itemView },
  sample: { body: { session_id: 'run-01', thread_id: 'main', role: 'user', content: 'Hello' } },
  errors: ['forbidden', 'session_not_found'],
  subject({ body }, ctx) {
    const session = findSession(ctx, body.session_id)
    return { session, thread: findThread(ctx, session, body.thread_id) }
  },
  access: ({ subject }, ctx) => requireCommandRole(ctx, getOwningOrg(ctx, subject.session), 'write'),
  handle({ body, subject: { session, thread: found } }, { world }) {
    const thread = found ?? world.threads.create({ session_id: session.id, name: body.thread_id })
    const item = world.thread_items.create({ thread_id: thread.id, role: body.role, content: body.content })
    recordSessionEvent(world, session.id, 'thread_item_appended', {
      thread_id: thread.id,
      thread: thread.name,
      item_id: item.id,
    })
    return { item }
  },
})
