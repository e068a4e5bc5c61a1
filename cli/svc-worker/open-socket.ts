import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import { isApiRefusal } from '../../emulator/engine/checking/api-refusal.ts'
import { shallowJson } from '../../emulator/engine/checking/lost-number.ts'
import { readRetryAfter } from '../../emulator/engine/checking/retry-after.ts'
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
  /** The API refused the upgrade with 401 or 403: trying again is of no use. */
  readonly rejected: boolean
  /** Milliseconds after which the answer to the upgrade asks for another attempt. */
  readonly retryAfter?: number | undefined
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
    socket.on('unexpected-response', (request, response) => {
      void readRefusal(response).then((opened) => {
        request.destroy()
        settle(opened)
      })
    })
    socket.on('open', () => settle({ socket, rejected: false, reason: '' }))
  })
}

/** Reads an answer that refuses the upgrade. Only the API's own refusal rejects the key. */
async function readRefusal(response: IncomingMessage): Promise<Opened> {
  const { statusCode = 0, headers } = response
  const isRejected =
    (statusCode === 401 || statusCode === 403) && isApiRefusal(shallowJson(await readBeginning(response)))
  const by =
    isRejected || (statusCode !== 401 && statusCode !== 403) ? '' : ', not by the API: is there a proxy in between?'
  const redirect = headers.location === undefined ? '' : ', a redirect, which is not followed'
  return {
    socket: undefined,
    rejected: isRejected,
    reason: `HTTP ${statusCode}${redirect}${by}`,
    retryAfter: readRetryAfter(headers['retry-after'], Date.now()),
  }
}

const MAX_REFUSAL_BYTES = 64 * 1024

/** The first bytes of a body, as far as they arrive in time. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  let text = ''
  const timer = setTimeout(() => response.destroy(), timeout)
  try {
    for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) {
      text += chunk
      if (text.length > MAX_REFUSAL_BYTES) break
    }
  } catch {
    // A body that is cut off is judged by its beginning.
  } finally {
    clearTimeout(timer)
  }
  return text
}

function describeFailure(error: NodeJS.ErrnoException): string {
  return (
    error.code ??
    (error.message.startsWith('Opening handshake')
      ? `no answer within ${timeout / 1000} seconds`
      : 'the connection failed')
  )
}
