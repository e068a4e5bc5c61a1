import { cannotShow, fault } from './definition.ts'
import { endSocket } from './ends.ts'
import { flag } from './flag.ts'

export const abort = fault({
  name: 'abort',
  delivery: 'dropped',
  argument: flag('The socket breaks without a close frame: the client sees 1006.'),
  skipsHandler: true,
  http: cannotShow('HTTP has no close frame to leave out: that is `drop`'),
  socket: endSocket({ by: 'abort' }),
  inBatch: 'frame',
})
