import { fault } from './definition.ts'
import { endHttp } from './ends.ts'
import { flag } from './flag.ts'

export const loseResponse = fault({
  name: 'lose_response',
  delivery: 'lost',
  argument: flag('The work is done, the answer never comes.'),
  http: endHttp('drop'),
  // Other calls of the socket go on.
  socket: () => ({ frames: [] }),
  inBatch: 'answer',
})
