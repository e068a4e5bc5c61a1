import type { WebSocket } from 'ws'

interface Opened {
  /** Undefined where the connection was not established. */
  readonly socket: WebSocket | undefined
  /** The service answered the upgrade with 401 or 403: trying again is of no use. */
  readonly rejected: boolean
  /** Why not, for a person; without key and URL. */
  readonly reason: string
}

const timeout = 10_000

/** Opens the realtime connection, the key in the header of the upgrade. Never throws. */
export async function openSocket(url: string, apiKey: string, stopping: AbortSignal): Promise<Opened> {
  const { WebSocket } = await import('ws')
  return new Promise((resolve) => {
    const socket = new WebSocket(url, {
      handshakeTimeout: timeout,
      perMessageDeflate: false,
      maxPayload: 1024 * 1024,
      // And not in `headers`: NODE_DEBUG prints the options of a connection.
      finishRequest: (request) => {
        request.setHeader('x-api-key', apiKey)
        request.end()
      },
    })
    const abort = (): void => socket.terminate()
    stopping.addEventListener('abort', abort, { once: true })
    const settle = (opened: Opened): void => {
      stopping.removeEventListener('abort', abort)
      resolve(opened)
    }
    // Stays for the whole life of the socket: an error without a listener would end the process. `close` follows each of them.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      settle({ socket: undefined, rejected: false, reason: describeFailure(error) }),
    )
    socket.on('unexpected-response', (request, { statusCode = 0 }) => {
      request.destroy()
      settle({ socket: undefined, rejected: statusCode === 401 || statusCode === 403, reason: `HTTP ${statusCode}` })
    })
    socket.on('open', () => settle({ socket, rejected: false, reason: '' }))
  })
}

function describeFailure(error: NodeJS.ErrnoException): string {
  return (
    error.code ??
    (error.message.startsWith('Opening handshake')
      ? `no answer within ${timeout / 1000} seconds`
      : 'the connection failed')
  )
}
