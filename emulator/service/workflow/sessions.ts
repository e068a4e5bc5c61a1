import type { StatementId } from '../../engine/coverage/statements.ts'
import { requireSeen } from '../access/commands.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { sessionRecord, type Session } from '../../engine/world/tables/sessions.ts'
import type { World } from '../../engine/world/world.ts'
import { markFound, notFound, getOwningOrg } from './definitions.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'

/** Session in answers: as it is stored. */
export const sessionView = recordView('Session', sessionRecord.entries, ['id', 'alias'], ['A-356'])

/** Finds a session that the caller can see, by id or alias. */
export function findSession(ctx: Context, reference: string): Session {
  const session = ctx.world.sessions.find(reference)
  const unknown = (...cites: StatementId[]) => notFound(ctx, 'sessions', reference, ...cites)
  if (session === undefined) throw unknown()
  requireSeen(ctx, getOwningOrg(ctx, session), unknown)
  markFound(ctx, 'session', reference, session.alias)
  return session
}

/** Kinds of the events that a session keeps. */
export type SessionEventKind =
  | 'session_created'
  | 'session_updated'
  | 'object_put'
  | 'thread_item_appended'
  | 'graph_element_put'
  | 'file_uploaded'
  | 'execution_queued'
  | 'execution_succeeded'
  | 'execution_failed'
  | 'execution_cancelled'

/** Records an event of a session. */
export function recordSessionEvent(
  world: World,
  sessionId: string,
  kind: SessionEventKind,
  data: Readonly<Record<string, unknown>>,
): void {
  world.session_events.create({ session_id: sessionId, kind, data })
}
