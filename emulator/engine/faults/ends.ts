/** Effects of faults that end a connection without an answer. The first of several wins. */
import type { Effect } from './definition.ts'
import type { HttpDelivery } from './http-delivery.ts'
import type { SocketDelivery, SocketEnd } from './socket-delivery.ts'

export function endHttp(how: 'drop' | 'reset'): Effect<HttpDelivery, unknown> {
  return ({ end }) => ({ end: end === 'answer' ? how : end })
}

export function endSocket(how: SocketEnd): Effect<SocketDelivery, unknown> {
  return ({ end = how }) => ({ frames: [], end })
}
