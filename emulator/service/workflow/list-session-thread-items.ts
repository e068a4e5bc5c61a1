import * as v from 'valibot'
import { requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { noRows, opaque } from '../../engine/kernel/pages.ts'
import { name, threadName } from '../../engine/world/tables/fields.ts'
import type { ThreadItem } from '../../engine/world/tables/threads.ts'
import { getOwningOrg } from './definitions.ts'
import { findSession } from './sessions.ts'
import { findThread, itemView } from './threads.ts'

export const listSessionThreadItems = command({
  engine: 'workflow',
  name: 'list_session_thread_items',
  summary: 'List the items of a thread of a session, oldest first. A thread is named, or given by UUID.',
  clauses: [],
  assumptions: ['A-47'],
  page: opaque('items', { place: 'body', order: 'oldest', clause: 'pagination.opaque.list-session-thread-items' }),
  params: { session_id: name, thread_id: threadName },
  returns: { items: v.array(itemView) },
  sample: { body: { session_id: 'run-01', thread_id: 'main', limit: 2 } },
  errors: ['forbidden', 'session_not_found'],
  subject({ body }, ctx) {
    const session = findSession(ctx, body.session_id)
    return { session, thread: findThread(ctx, session, body.thread_id) }
  },
  access: ({ subject }, ctx) => requireCommandRole(ctx, getOwningOrg(ctx, subject.session), 'read'),
  handle({ body, subject: { session, thread } }, { world }) {
    const rows = thread === undefined ? noRows<ThreadItem>() : world.thread_items.by('thread', thread.id)
    return { rows, binding: [session.id, thread?.id ?? body.thread_id] }
  },
})
