import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { WebSocket, WebSocketServer } from 'ws'
import type { Emulator } from '../../host/emulator.ts'
import { bodyLimit } from '../../host/body-limit.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { refuseOpening } from '../../engine/kernel/realtime/refuse-opening.ts'
import { refuseUpgrade, upgradeRequest } from '../../engine/kernel/realtime/socket-credentials.ts'
import { isRealtime } from '../../engine/kernel/rest/addresses.ts'
import { findHeader, type WireRequest, type WireResponse } from '../../engine/kernel/wire.ts'
import type { ControlPolicy } from '../../host/site.ts'
import { isLoopback, isOwnOrigin, refuseForeignPages, requireTrust } from '../control/guard.ts'
import { refusal } from '../control/refusal.ts'
import { chooseWorld } from '../../host/which-world.ts'
import type { Guard } from './foreign-names.ts'
import { offersWebSocket, readRequest } from './node.ts'
import { onceAnswered } from './owed-answers.ts'
import { serveWithoutUpgrade } from './plain-upgrade.ts'
import { badHandshake, badHead, writeRefusal } from './refusals.ts'
import { serveSocket, type AcceptedSocket } from './socket-session.ts'
import { CONTROL, handle } from '../../host/dispatch.ts'
import type { Instance } from '../../host/instance.ts'

const ENVIRONMENT = `${CONTROL}/environment/ws`
/**
 * Larger frames are not read to their end: the connection closes with 1009. Smaller ones beyond the message limit are
 * answered.
 */
const MAX_FRAME_BYTES = 16 * 1024 * 1024
/** Milliseconds between pings. A client that misses one is gone, or so slow that nothing reaches it. */
const PING_EVERY_MS = 30_000
/** Milliseconds that clients have to answer the close frame when the server stops. */
const CLOSE_WITHIN_MS = 1_000

/**
 * Serves the realtime API of an emulator, and of its other worlds, on the sockets of a server. Returns a function that
 * closes them all.
 */
export function attachRealtime(server: Server, emulator: Emulator, access: SocketAccess = {}): () => void {
  const sockets = new RealtimeSockets(emulator, access)
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // A connection may offer another protocol with each of its requests.
    if (!socket.listeners('error').includes(destroyBroken)) socket.on('error', destroyBroken)
    onceAnswered(request.socket, () => {
      const bad = badHead(request)
      if (bad !== undefined) writeRefusal(socket, bad)
      else if (!offersWebSocket(request))
        serveWithoutUpgrade(
          server,
          request,
          socket,
          head,
          bodyLimit(emulator, request.method!, request.url!, request.rawHeaders),
        )
      else sockets.answer(request, socket, head)
    })
  })
  return () => sockets.close()
}

/** Rules of a server for its clients. */
interface SocketAccess {
  readonly guard?: Guard | undefined
  readonly behindProxy?: boolean
}

/** Open sockets, and those left without an answer. */
class RealtimeSockets {
  readonly #emulator: Emulator
  readonly #access: SocketAccess
  readonly #open = new Set<WebSocket>()
  readonly #hanging = new Set<Socket>()
  /** The WebSocket library, loaded by the first upgrade: most servers open no socket. */
  #loading: Promise<WebSocketServer> | undefined
  #stopHeartbeat: (() => void) | undefined

  constructor(emulator: Emulator, access: SocketAccess) {
    this.#emulator = emulator
    this.#access = access
  }

  answer(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const accepted = accept(this.#emulator, readRequest(request, this.#access.behindProxy === true), this.#access.guard)
    if ('refusal' in accepted) void Promise.resolve(accepted.refusal).then((refused) => writeRefusal(socket, refused))
    else if ('environment' in accepted) void this.#serveEnvironment(accepted.environment, request, socket, head)
    else if (accepted.opening === 'hangs') this.#hang(socket)
    else void this.#serve(request, socket, head, (webSocket) => serveSocket(accepted, socket, webSocket))
  }

  close(): void {
    this.#stopHeartbeat?.()
    for (const socket of this.#hanging) socket.destroy()
    closeAll(this.#open)
  }

  async #serveEnvironment(world: Instance, request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const { serveEnvironment } = await import('./environment-socket.ts')
    await this.#serve(request, socket, head, (webSocket) => serveEnvironment(world, webSocket))
  }

  async #serve(
    request: IncomingMessage,
    socket: Socket,
    head: Buffer,
    begin: (webSocket: WebSocket) => void,
  ): Promise<void> {
    const sockets = await (this.#loading ??= createSocketServer())
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      this.#open.add(webSocket)
      this.#stopHeartbeat ??= heartbeat(this.#open)
      webSocket.on('close', () => this.#open.delete(webSocket))
      begin(webSocket)
    })
  }

  /** Leaves the client without an answer until it goes; reading is the only way to notice that. */
  #hang(socket: Socket): void {
    this.#hanging.add(socket)
    socket.once('close', () => this.#hanging.delete(socket))
    socket.once('end', () => socket.destroy()).resume()
  }
}

async function createSocketServer(): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws')
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  })
  // With this listener the library leaves the refusal of a bad handshake to us.
  sockets.on('wsClientError', (error, socket, request) => writeRefusal(socket, badHandshake(request, error.message)))
  return sockets
}

type AcceptedOpening =
  | AcceptedSocket
  | { readonly environment: Instance }
  | { readonly refusal: WireResponse | Promise<WireResponse> }

/** World of a socket, or the refusal of its upgrade in the envelope of the API. */
function accept(emulator: Emulator, request: WireRequest, guard: Guard | undefined): AcceptedOpening {
  const foreign = guard?.(request)
  if (foreign !== undefined) return { refusal: foreign }
  const chosen = chooseWorld(instanceOf(emulator), request)
  if ('refusal' in chosen) return chosen
  const { instance, isNamed } = chosen
  const { url: path, headers: named } = chosen.request
  if (path.split('?', 1)[0] === ENVIRONMENT) return acceptEnvironment(instance, chosen.request)
  if (!isRealtime(instance.host.world, path)) return { refusal: handle(emulator, request) }
  const { host, site } = instance
  const opening = host.openings.next()
  const upgrade = upgradeRequest(path, named)
  const refused =
    (isNamed ? undefined : site.unaddressed?.(instance, request)) ??
    refuseOpening(host, upgrade, opening) ??
    refuseUpgrade(host, upgrade, isOwnPage(upgrade, site.policy))
  return refused === undefined ? { instance, request: chosen.request, opening } : { refusal: refused }
}

/** Accepts clients that may use the control API. */
function acceptEnvironment(instance: Instance, request: WireRequest): AcceptedOpening {
  try {
    refuseForeignPages(request, instance.site.policy, instance.host.cors)
    requireTrust(request, instance.site.policy)
    return { environment: instance }
  } catch (error) {
    return { refusal: refusal(error) }
  }
}

/**
 * True for a page of a name of this server, at any port. Pages of `localhost` are of any project, and need `--cors` as
 * for requests.
 */
function isOwnPage(request: WireRequest, policy: ControlPolicy): boolean {
  const origin = findHeader(request.headers, 'origin')
  return origin !== undefined && isOwnOrigin(request, policy) && !isLoopback(origin.replace(/^\w+:\/\//, ''))
}

function destroyBroken(this: Socket): void {
  this.destroy()
}

/** Pings all clients regularly, and disconnects those that did not answer the last ping. */
function heartbeat(open: Set<WebSocket>): () => void {
  const silent = new WeakSet<WebSocket>()
  const timer = setInterval(() => {
    for (const webSocket of open) {
      if (silent.has(webSocket)) {
        webSocket.terminate()
        continue
      }
      silent.add(webSocket)
      webSocket.once('pong', () => silent.delete(webSocket))
      webSocket.ping()
    }
  }, PING_EVERY_MS)
  letGo(timer)
  return () => clearInterval(timer)
}

function closeAll(open: Set<WebSocket>): void {
  for (const webSocket of open) webSocket.close(1001, 'the server is stopping')
  const timer = setTimeout(() => {
    for (const webSocket of open) webSocket.terminate()
  }, CLOSE_WITHIN_MS)
  letGo(timer)
}

/** Lets the process end while a timer waits. Timers of jsdom, which are numbers, have no `unref`. */
function letGo(timer: Partial<Pick<NodeJS.Timeout, 'unref'>>): void {
  timer.unref?.()
}
