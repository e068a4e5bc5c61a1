import type { WebSocketHandlerConnection } from 'msw'
import type { Emulator } from '../../host/emulator.ts'
import { cannotShow } from '../../engine/faults/definition.ts'
import type { TransportConnection } from '../../engine/kernel/realtime/connection.ts'
import { REALTIME } from '../../engine/kernel/rest/http.ts'
import { readFrame } from '../frame.ts'

type Client = WebSocketHandlerConnection['client']

// Sockets that are served: msw hands a socket to every matching handler.
const served = new WeakMap<Client, Emulator>()

/** True for a socket that an emulator already serves. */
export function isServed(client: Client): boolean {
  return served.has(client)
}

/**
 * Connects a socket that msw intercepted with an emulator. An intercepted socket shows no request headers: credentials
 * come in the query or with a first call. docs/decisions/0303-sockets-of-the-transports.md lists the differences
 * from the server.
 */
export function serveSocket(emulator: Emulator, client: Client): void {
  const other = served.get(client)
  if (other !== undefined && other !== emulator)
    return client.close(1011, 'two emulators answer at this URL: use one, or a host for each')
  if (other !== undefined) return
  served.set(client, emulator)
  const session = emulator.connect(openConnection(client))
  client.addEventListener('message', ({ data }) => session.receive(readFrame(data)))
  client.addEventListener('close', () => session.closed())
}

const closedOnly = cannotShow('a mocked client can only be closed; msw would report 1006 as a clean close')

function openConnection(client: Client): TransportConnection {
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
