import { cannotShow, fault } from './definition.ts'
import { flag } from './flag.ts'

export const duplicate = fault({
  name: 'duplicate',
  delivery: 'whole',
  argument: flag('The answer is sent twice.'),
  http: cannotShow('a client would take a second answer for that of its next request'),
  socket: ({ frames }) => ({ frames: frames.flatMap((frame) => [frame, frame]) }),
  inBatch: 'answer',
})
