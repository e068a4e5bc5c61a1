import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { deliver, type HttpCarrier } from '../../faults/http-delivery.ts'
import { plan } from '../../faults/plan.ts'
import type { WireResponse } from '../../kernel/wire.ts'

/** Real milliseconds that deliveries still under way are given when their server closes. */
const GRACE_MS = 2_000

const underWay = new WeakMap<Server, Set<ServerResponse>>()

/** Sends an answer with its faults. */
export function sendFaulty(wire: WireResponse, method: string, response: ServerResponse): void {
  response.sendDate = false
  track(response)
  deliver(plan(wire, method), carrierOf(response))
}

/** Ends deliveries that would keep a closing server open: a fault may wait for hours. */
export function cutDeliveries(server: Server): void {
  const pending = underWay.get(server)
  if (pending === undefined || pending.size === 0) return
  const timer = setTimeout(() => {
    for (const response of pending) response.destroy()
  }, GRACE_MS)
  server.once('close', () => clearTimeout(timer))
}

function track(response: ServerResponse): void {
  const { server } = response.req.socket as Socket & { server?: Server }
  if (server === undefined) return
  let pending = underWay.get(server)
  if (pending === undefined) underWay.set(server, (pending = new Set()))
  pending.add(response)
  response.once('close', () => pending.delete(response))
}

function carrierOf(response: ServerResponse): HttpCarrier {
  return {
    wait: (milliseconds, then) => later(response, milliseconds, then),
    drop: () => atTurn(response, (socket) => socket.destroy()),
    reset: () => atTurn(response, (socket) => socket.resetAndDestroy()),
    head(status, headers, length) {
      response.writeHead(status, [...headers, ...(length === null ? [] : ['content-length', String(length)])])
      response.flushHeaders()
    },
    write: (bytes) => response.write(bytes),
    finish: () => response.end(),
    cut: () => atTurn(response, (socket) => socket.destroySoon()),
  }
}

/** Does something to the connection. Answers to pipelined requests wait for their turn at it. */
function atTurn(response: ServerResponse, act: (socket: Socket) => void): void {
  if (response.socket !== null) act(response.socket)
  // What was written before its turn leaves right after this event.
  else if (!response.destroyed) response.once('socket', (socket) => queueMicrotask(() => act(socket)))
}

/** Does something later, unless the client has gone by then. */
function later(response: ServerResponse, milliseconds: number, act: () => void): void {
  const stop = () => clearTimeout(timer)
  const timer = setTimeout(() => {
    response.off('close', stop)
    act()
  }, milliseconds)
  response.once('close', stop)
}
