import { cannotShow, fault } from './definition.ts'
import { flag } from './flag.ts'

export const reorder = fault({
  name: 'reorder',
  delivery: 'whole',
  argument: flag('The answer is kept until the next one on this socket has gone out.'),
  http: cannotShow('the answers of a connection come in the order of its requests (RFC 9112, 9.3.2)'),
  socket: () => ({ afterNext: true }),
  inBatch: 'answer',
})
