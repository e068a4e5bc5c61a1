import { utf8Length } from '../world/row.ts'
import { fields } from '../checking/strict.ts'
import { described, positive } from '../matching/schema-common.ts'
import { fault } from './definition.ts'
import { later } from './delay.ts'

export const slow = fault({
  name: 'slow',
  delivery: 'whole',
  takesTime: true,
  argument: described(fields({ bytes_per_second: positive }), 'The body trickles.', { bytes_per_second: 1024 }),
  http: (_, { bytes_per_second: bytesPerSecond }) => ({ bytesPerSecond }),
  // A frame arrives whole: it is delayed until its last byte would have arrived.
  socket: ({ delayMs, frames }, { bytes_per_second: rate }) => ({
    delayMs: later(delayMs, Math.round((frames.reduce((sum, frame) => sum + utf8Length(frame), 0) * 1000) / rate)),
  }),
  inBatch: 'frame',
})
