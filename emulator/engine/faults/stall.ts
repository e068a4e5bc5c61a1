import { MAX_DELAY_MS } from './delay.ts'
import { fault } from './definition.ts'
import { flag } from './flag.ts'

export const stall = fault({
  name: 'stall',
  delivery: 'cut',
  takesTime: true,
  argument: flag('The body stops: half of it is sent, and then nothing more, with the connection open.'),
  http: ({ body }) => ({ body: body && body.slice(0, Math.floor(body.length / 2)), stallMs: MAX_DELAY_MS }),
  // A frame arrives whole or not at all.
  socket: () => ({ frames: [] }),
  inBatch: 'frame',
})
