import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { Emulator } from '../../host/emulator.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { realTime } from '../../engine/world/clock.ts'
import { worldWays, type WorldWay } from '../../host/world-names.ts'
import { isLoopback } from '../control/guard.ts'
import { inUrl, serverPolicy, shippedInspector, shippedLibrary } from './control.ts'
import { foreignNames } from './foreign-names.ts'
import { createNodeServer } from './node.ts'
import { listOwnNames } from './own-names.ts'
import { attachRealtime } from './socket.ts'
import { endStreams } from './stream.ts'
import { serverTls, type TlsFiles } from './tls/server-tls.ts'

/** Where a server listens, and who may use its control API. */
export interface ListenOptions {
  /** Default 0: any free port. `svc-emulator start` uses 4010. */
  readonly port?: number
  /** Default `127.0.0.1`. */
  readonly host?: string
  /**
   * Names under which clients reach the server, such as `svc.qa`: for pages and control calls of that name, and the
   * certificate of `tls`.
   */
  readonly names?: readonly string[]
  /** Trusts what a proxy in front says about host, scheme and path: `Forwarded`, `X-Forwarded-Host`, `-Proto`, `-Prefix`. */
  readonly behindProxy?: boolean
  /** Token of the control API (`x-emulator-token`). Generated if the host is not loopback and none is given. */
  readonly controlToken?: string
  /**
   * HTTPS and wss: `true` for a certificate generated at the start (trust `ca` of the running server), or PEM files of
   * your own.
   */
  readonly tls?: boolean | TlsFiles
  /**
   * `required` refuses requests that name no world; `auto` creates the world that a request names. Default: the main
   * world answers requests that name none, and an unknown name is 404.
   */
  readonly worlds?: 'required' | 'auto'
  /** Ways in which a request may name its world. Default: all. */
  readonly worldFrom?: readonly WorldWay[]
}

export interface RunningServer extends AsyncDisposable {
  /** Root of the REST API, with `/v1`. */
  readonly url: string
  /** Root of the realtime API. */
  readonly realtimeUrl: string
  /** Root of the control API; a browser shows the inspector there. */
  readonly controlUrl: string
  /** Token of the control API; undefined if none is required. */
  readonly controlToken: string | undefined
  /** PEM of the authority that clients have to trust, if the certificate was generated. */
  readonly ca: string | undefined
  readonly emulator: Emulator
  /** Stops accepting, lets pending requests finish within 2 seconds, and resolves when all connections are closed. */
  close(): Promise<void>
}

type AccessOptions = { readonly [O in Exclude<keyof ListenOptions, 'port' | 'host'>]?: ListenOptions[O] | undefined }

/**
 * Serves an emulator whose `site.control` is set, over HTTP and WebSocket. Rejects with the system's `code` if it
 * cannot listen.
 */
export async function serveEmulator(
  emulator: Emulator,
  port: number,
  host: string,
  { controlToken, tls, worlds, worldFrom = worldWays, names, behindProxy = false }: AccessOptions,
): Promise<RunningServer> {
  const own = listOwnNames(host, names)
  const secure = await serverTls(tls, own)
  const { site } = instanceOf(emulator)
  site.policy = serverPolicy(host, controlToken, own, site.policy)
  site.naming = {
    from: worldFrom,
    unnamed: worlds === 'required' ? 'refused' : 'main',
    unknown: worlds === 'auto' ? 'begins' : 'refused',
  }
  site.real = realTime
  site.library ??= shippedLibrary
  site.inspector ??= shippedInspector
  const guard = isLoopback(inUrl(host)) ? foreignNames(emulator) : undefined
  const server = createNodeServer(emulator, { tls: secure, guard, behindProxy })
  const closeSockets = attachRealtime(server, emulator, { guard, behindProxy })
  await listen(server, port, host)
  const authority = `${inUrl(host)}:${(server.address() as AddressInfo).port}`
  const s = secure === undefined ? '' : 's'
  const close = closer(server, () => {
    for (const world of [instanceOf(emulator), ...site.worlds().map(([, each]) => each)]) world.host.holds.clear()
    closeSockets()
  })
  return {
    url: `http${s}://${authority}/v1`,
    realtimeUrl: `ws${s}://${authority}/v1/realtime`,
    controlUrl: `http${s}://${authority}/__emulator`,
    controlToken: site.policy.token,
    ca: secure?.ca,
    emulator,
    close,
    [Symbol.asyncDispose]: close,
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => reject(cannotListen(error, port, host))
    server.once('error', fail)
    // In `node:cluster` workers would share a port, and with it each other's requests.
    server.listen({ port, host, exclusive: true }, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

const listenProblems: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port) => `port ${port} is in use; give another, or leave port out for any free one`,
  EACCES: (port) => `port ${port} may not be used by this user; give one above 1023`,
  EADDRNOTAVAIL: (_, host) => `this machine has no address '${host}'; give another host`,
  ENOTFOUND: (_, host) => `this machine has no address '${host}'; give another host`,
}

/** Error with the system's `code` and a readable message. */
function cannotListen(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const problem = listenProblems[error.code ?? '']
  if (problem === undefined) return error
  return Object.assign(new EmulatorError(`startServer: ${problem(port, host)}`), { code: error.code, cause: error })
}

/**
 * Real milliseconds for pending requests when the server closes: a request may never end, a fault may last for hours.
 */
const CLOSE_GRACE_MS = 2_000

function closer(server: Server, closeSockets: () => void): () => Promise<void> {
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    // A connection is announced again after each offer of another protocol.
    if (connections.has(socket)) return
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  let closed: Promise<void> | undefined
  return () =>
    (closed ??= new Promise((resolve) => {
      server.close(() => resolve())
      closeSockets()
      endStreams(server)
      // A connection with an answer in progress becomes idle only after it, and would then be kept alive.
      const sweep = setInterval(() => {
        server.closeIdleConnections()
        // Clients open connections ahead of need; Node does not count one that never sent a byte as idle.
        for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
      }, 20)
      const grace = setTimeout(() => {
        for (const socket of connections) socket.destroy()
      }, CLOSE_GRACE_MS)
      server.once('close', () => {
        clearInterval(sweep)
        clearTimeout(grace)
      })
    }))
}
