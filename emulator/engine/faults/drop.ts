import { fault } from './definition.ts'
import { flag } from './flag.ts'
import { endHttp, endSocket } from './ends.ts'

export const drop = fault({
  name: 'drop',
  delivery: 'dropped',
  argument: flag('Closes the connection without an answer.'),
  skipsHandler: true,
  http: endHttp('drop'),
  socket: endSocket({ by: 'abort' }),
  inBatch: 'frame',
})
