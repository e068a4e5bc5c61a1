import { fault } from './definition.ts'
import { endHttp, endSocket } from './ends.ts'
import { flag } from './flag.ts'

export const reset = fault({
  name: 'reset',
  delivery: 'reset',
  argument: flag('Resets the connection (TCP RST) without an answer.'),
  skipsHandler: true,
  http: endHttp('reset'),
  socket: endSocket({ by: 'reset' }),
  inBatch: 'frame',
})
