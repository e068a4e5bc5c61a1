import { cannotShow, fault } from './definition.ts'
import { flag } from './flag.ts'

/** An id that no client uses. */
const UNKNOWN_ID = 'svc-emulator-no-such-call'

export const unknownId = fault({
  name: 'unknown_id',
  delivery: 'whole',
  argument: flag('The answer carries an id that no call has.'),
  http: cannotShow('an answer over HTTP carries no id of its request'),
  socket: ({ frames }) => ({ frames: frames.map(misaddressed) }),
  inBatch: 'answer',
})

/** Replaces the id of a frame, unless another fault has made the frame unreadable. */
function misaddressed(frame: string): string {
  try {
    return JSON.stringify({ ...(JSON.parse(frame) as object), id: UNKNOWN_ID })
  } catch {
    return frame
  }
}
