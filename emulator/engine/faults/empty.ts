import { fault } from './definition.ts'
import { flag } from './flag.ts'

export const empty = fault({
  name: 'empty',
  delivery: 'spoiled',
  argument: flag('Answers with the right status and no body.'),
  http: ({ body }) => (body === null ? {} : { body: new Uint8Array(0), length: 0 }),
  socket: ({ frames }) => ({ frames: frames.map(() => '') }),
  inBatch: 'frame',
})
