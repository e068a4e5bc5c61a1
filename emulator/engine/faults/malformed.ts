import { fault } from './definition.ts'
import { flag } from './flag.ts'
import type { HttpDelivery } from './http-delivery.ts'

/** Puts an extra brace in front of a body, so that it is not JSON. */
export const malformed = fault({
  name: 'malformed',
  delivery: 'spoiled',
  argument: flag('The body is no longer JSON.'),
  http: (delivery) => brokenEnvelope(delivery) ?? brokenBody(delivery),
  socket: ({ frames }) => ({ frames: frames.map((frame) => `{${frame}`) }),
  inBatch: 'frame',
})

/** Breaks the envelope of a download, which is in its header. */
function brokenEnvelope({ headers }: HttpDelivery): Partial<HttpDelivery> | undefined {
  const at = headers.indexOf('x-response-body')
  return at < 0 ? undefined : { headers: headers.with(at + 1, `{${headers[at + 1]}`) }
}

function brokenBody({ body, length }: HttpDelivery): Partial<HttpDelivery> {
  if (body === null || length === null) return {}
  const broken = new Uint8Array(body.length + 1)
  broken[0] = 0x7b
  broken.set(body, 1)
  return { body: broken, length: length + 1 }
}
