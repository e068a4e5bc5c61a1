import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { MAX_RETRY_AFTER_MS } from '../../emulator/engine/checking/retry-after.ts'
import { ClientError } from '../shared/client-error.ts'
import { backoff } from './backoff.ts'
import { openSocket, type SocketOptions } from './open-socket.ts'

export interface ConnectionOptions extends SocketOptions {
  /** Return as soon as the connection is ready; a connection that fails is not tried again. */
  readonly once: boolean
  readonly log: (text: string) => void
  /** Milliseconds between two signs of life. */
  readonly heartbeat?: number
  readonly wait?: (failures: number) => number
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

/**
 * A connection that is lost sooner counts as a failure, so that the pauses grow if the service accepts and closes at
 * once.
 */
export const LIVED_MS = 10_000

/**
 * Keeps one realtime connection open until `stopping`. Reconnects with growing pauses.
 *
 * @throws ClientError `AUTH_INVALID` where the upgrade is refused for the key, `API_UNAVAILABLE` (with `once`)
 */
export async function stayConnected(options: ConnectionOptions): Promise<void> {
  const { url, once, stopping, log, wait = backoff, now = () => performance.now() } = options
  for (let failures = 0; !stopping.aborted; failures++) {
    const opened = await openSocket(options)
    if (stopping.aborted) return opened.socket === undefined ? undefined : close(opened.socket)
    if (opened.rejected) throw new ClientError('AUTH_INVALID', `${url} rejected the API key (${opened.reason})`)
    if (opened.socket === undefined && once)
      throw new ClientError('API_UNAVAILABLE', `${url} cannot be reached: ${opened.reason}`)
    let reason = opened.reason
    if (opened.socket !== undefined) {
      log(`ready at ${url}`)
      if (once) return close(opened.socket)
      const since = now()
      reason = await untilLost(opened.socket, stopping, options.heartbeat ?? 30_000)
      if (stopping.aborted) return close(opened.socket)
      if (now() - since >= LIVED_MS) failures = 0
    }
    const pause = Math.max(wait(failures), Math.min(opened.retryAfter ?? 0, MAX_RETRY_AFTER_MS))
    await pauseFor(pause, reason, options)
  }
}

/** Waits before the next attempt, and says why. Ends when the worker is to stop. */
export async function pauseFor(
  pause: number,
  reason: string,
  { log, stopping }: Pick<ConnectionOptions, 'log' | 'stopping'>,
): Promise<void> {
  log(`not connected: ${reason}; next attempt in ${(pause / 1000).toFixed(1)} s`)
  await sleep(pause, undefined, { signal: stopping }).catch(() => {})
}

/** Resolves with the reason when the connection is lost, or when the worker is to stop. */
async function untilLost(socket: WebSocket, stopping: AbortSignal, heartbeat: number): Promise<string> {
  let alive = true
  let stop = (): void => {}
  socket.on('pong', () => (alive = true))
  const timer = setInterval(() => {
    if (!alive) return socket.terminate()
    alive = false
    socket.ping()
  }, heartbeat)
  try {
    return await new Promise((resolve) => {
      socket.once('close', (code) => resolve(alive ? `the connection was closed (${code})` : 'the service went silent'))
      stop = () => resolve('stopping')
      stopping.addEventListener('abort', stop, { once: true })
      if (stopping.aborted) stop()
    })
  } finally {
    stopping.removeEventListener('abort', stop)
    clearInterval(timer)
  }
}

const goodbye = 1000

/** Says goodbye and waits a second at most for the answer. */
async function close(socket: WebSocket): Promise<void> {
  if (socket.readyState === socket.CLOSED) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => socket.terminate(), goodbye)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.close(1000)
  })
}
