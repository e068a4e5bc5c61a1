import { cannotShow, fault } from './definition.ts'
import { flag } from './flag.ts'

export const hold = fault({
  name: 'hold',
  delivery: 'lost',
  argument: flag('The answer is never sent; the socket stays open.'),
  http: cannotShow(
    'a connection carries one answer at a time: holding one back for ever is a `delay` that ends with the client',
  ),
  socket: () => ({ frames: [] }),
  inBatch: 'answer',
})
