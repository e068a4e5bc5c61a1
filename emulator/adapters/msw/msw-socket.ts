import type { WebSocketHandler, WebSocketLink } from 'msw'
import type { Emulator } from '../../host/emulator.ts'
import { cannotShow } from '../../engine/faults/definition.ts'
import type { TransportConnection } from '../../engine/kernel/realtime/connection.ts'
import { REALTIME } from '../../engine/kernel/rest/addresses.ts'
import { readFrame } from '../frame.ts'
import { hasOtherInFront, noteMatches, type MswClient } from './msw-order.ts'

const taken = new WeakSet<MswClient>()

/**
 * Makes a handler that offers `take` each socket at a link. `take` returns false to leave it to later handlers. As with
 * requests, the first handler that matches keeps a socket: msw hands it to all of them.
 */
export function handleSockets(link: WebSocketLink, take: (client: MswClient) => boolean): WebSocketHandler {
  const handler = link.addEventListener('connection', ({ client }) => {
    if (taken.has(client) || hasOtherInFront(handler, client)) return
    if (take(client)) taken.add(client)
  })
  noteMatches(handler)
  return handler
}

/**
 * Connects a socket that msw intercepted with an emulator. An intercepted socket shows no request headers: credentials
 * come in the query or with a first call. docs/decisions/0303-sockets-of-the-transports.md lists the differences
 * from the server.
 */
export function serveSocket(emulator: Emulator, client: MswClient): void {
  const session = emulator.connect(openConnection(client))
  client.addEventListener('message', (event) => {
    // Handlers behind this one do not answer the call again.
    event.stopPropagation()
    session.receive(readFrame(event.data))
  })
  client.addEventListener('close', () => session.closed())
}

const closedOnly = cannotShow('a mocked client can only be closed; msw would report 1006 as a clean close')

function openConnection(client: MswClient): TransportConnection {
  return {
    url: `${REALTIME}${new URL(client.url).search}`,
    send: (text) => client.send(text),
    // msw delivers a message in a microtask, and drops it if the client has been closed by then.
    close: (code, reason) => queueMicrotask(() => client.close(code, reason)),
    abort: closedOnly,
    reset: closedOnly,
    wait: (milliseconds, then) => void setTimeout(then, milliseconds),
  }
}
