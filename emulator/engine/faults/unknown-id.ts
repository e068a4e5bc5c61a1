import { cannotShow, fault } from './definition.ts'
import { flag } from './flag.ts'

/** No client counts its calls like this. */
const UNKNOWN_ID = 'svc-emulator-no-such-call'

export const unknownId = fault({
  name: 'unknown_id',
  delivery: 'whole',
  argument: flag('The answer carries an id that no call has.'),
  http: cannotShow('an answer over HTTP carries no id of its request'),
  socket: ({ frames }) => ({ frames: frames.map(misaddressed) }),
  inBatch: 'answer',
})

/** A frame that another fault has spoilt already has no id to change. */
function misaddressed(frame: string): string {
  try {
    return JSON.stringify({ ...(JSON.parse(frame) as object), id: UNKNOWN_ID })
  } catch {
    return frame
  }
}
