import type * as v from 'valibot'
import type { ExecutionEvent } from '../../engine/world/tables/executions.ts'
import { sessionEventRecord, type SessionEvent } from '../../engine/world/tables/sessions.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'

const { session_id: _, ...shown } = sessionEventRecord.entries

/** Event in answers, without the fields that its listing was filtered by. */
export const eventView = recordView('EngineEvent', shown, [], ['A-47'])

export function viewEvent({ id, kind, at, data }: SessionEvent | ExecutionEvent): v.InferOutput<typeof eventView> {
  return { id, kind, at, data }
}
