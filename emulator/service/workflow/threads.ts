import { ApiError } from '../../contract/api-error.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { isUuid } from '../../contract/uuid.ts'
import type { Session } from '../../engine/world/tables/sessions.ts'
import { threadItemRecord } from '../../engine/world/tables/threads.ts'
import type { Thread } from '../../engine/world/tables/threads.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'

/** Item of a thread in answers: as it is stored. */
export const itemView = recordView('ThreadItem', threadItemRecord.entries, [], ['A-47'])

/**
 * Finds a thread of a session by UUID or name. Undefined for a name without items, which names an empty thread; a UUID
 * must exist (`invalid_request_body`, A-301).
 */
export function findThread({ world }: Pick<Context, 'world'>, session: Session, reference: string): Thread | undefined {
  if (!isUuid(reference)) return world.threads.by('session', session.id, reference).first()
  const thread = world.threads.get(reference)
  if (thread?.session_id === session.id) return thread
  throw new ApiError(
    'invalid_request_body',
    `'thread_id' names no thread of session '${session.alias ?? session.id}': '${reference}'.`,
    { cites: ['A-358'] },
  )
}
