import type { WebSocket } from 'ws'
import { openProxy, proxyRefusal } from '../shared/proxy.ts'
import { Unreachable } from '../shared/unreachable.ts'
import type { Io } from '../shared/io.ts'

export interface SocketOptions {
  readonly url: string
  readonly apiKey: string
  /** Names the proxy. */
  readonly env: Io['env']
  /** Gives the connection up. */
  readonly stopping: AbortSignal
}

interface Opened {
  /** Undefined if the connection was not established. */
  readonly socket: WebSocket | undefined
  /** The service answered the upgrade with 401 or 403: trying again is of no use. */
  readonly rejected: boolean
  /** The reason for no connection, as text for a person without key and URL. */
  readonly reason: string
}

const timeout = 10_000

/**
 * Opens the realtime connection, the key in the header of the upgrade, through the proxy of the environment.
 * Never throws.
 */
export async function openSocket(options: SocketOptions): Promise<Opened> {
  const { url, apiKey, env, stopping } = options
  const { WebSocket } = await import('ws')
  const proxy = await openProxy(new URL(url), env).catch((error: unknown) => {
    if (error instanceof Unreachable) return error
    throw error
  })
  if (proxy instanceof Unreachable) return { socket: undefined, rejected: false, reason: proxy.reason }
  return new Promise((resolve) => {
    const socket = new WebSocket(url, {
      handshakeTimeout: timeout,
      perMessageDeflate: false,
      maxPayload: 1024 * 1024,
      ...(proxy && { agent: proxy.agent }),
      // And not in `headers`: NODE_DEBUG prints the options of a connection.
      finishRequest: (request) => {
        request.setHeader('x-api-key', apiKey)
        request.on('proxyConnect', ({ statusCode = 200 }: { statusCode?: number }) => {
          const refusal = statusCode === 200 ? undefined : proxyRefusal(statusCode, proxy, true)
          if (refusal !== undefined) settle({ socket: undefined, rejected: false, reason: refusal.reason })
        })
        request.end()
      },
    })
    const abort = (): void => socket.terminate()
    stopping.addEventListener('abort', abort, { once: true })
    const settle = (opened: Opened): void => {
      stopping.removeEventListener('abort', abort)
      resolve(opened)
    }
    // Stays for the whole life of the socket: an error without a listener would end the process. `close` follows each
    // of them.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      settle({ socket: undefined, rejected: false, reason: describeFailure(error) }),
    )
    socket.on('unexpected-response', (request, { statusCode = 0, headers: { location } }) => {
      request.destroy()
      const reason = `HTTP ${statusCode}${location === undefined ? '' : ', a redirect, which is not followed'}`
      settle({ socket: undefined, rejected: statusCode === 401 || statusCode === 403, reason })
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
