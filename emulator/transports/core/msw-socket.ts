import type { WebSocketHandler, WebSocketHandlerConnection, WebSocketLink } from 'msw'
import type { Emulator } from '../../host/emulator.ts'
import { cannotShow } from '../../faults/definition.ts'
import type { TransportConnection } from '../../kernel/realtime/connection.ts'
import { REALTIME } from '../../kernel/realtime/socket-credentials.ts'
import { frameOf } from './frame.ts'

/**
 * A handler that serves the realtime API of an emulator at the URL of a link. An intercepted socket shows no request headers: credentials
 * come in the query or with a first call. docs/decisions/0303-sockets-of-the-transports.md lists what differs from the server.
 */
export function createSocketHandler(link: WebSocketLink, emulator: Emulator): WebSocketHandler {
  return link.addEventListener('connection', ({ client }) => serveSocket(emulator, client))
}

/** Connects a socket that msw intercepted with an emulator. */
export function serveSocket(emulator: Emulator, client: WebSocketHandlerConnection['client']): void {
  const session = emulator.connect(connectionOf(client))
  client.addEventListener('message', ({ data }) => session.receive(frameOf(data)))
  client.addEventListener('close', () => session.closed())
}

const closedOnly = cannotShow('a mocked client can only be closed; msw would report 1006 as a clean close')

function connectionOf(client: WebSocketHandlerConnection['client']): TransportConnection {
  return {
    url: `${REALTIME}${new URL(client.url).search}`,
    send: (text) => client.send(text),
    // msw hands a message over in a microtask, and drops it when the client is closed by then.
    close: (code, reason) => queueMicrotask(() => client.close(code, reason)),
    abort: closedOnly,
    reset: closedOnly,
    wait: (milliseconds, then) => void setTimeout(then, milliseconds),
  }
}
