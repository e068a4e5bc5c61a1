import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { WireResponse } from '../../kernel/wire.ts'
import { pace, planDelivery, type Delivery } from '../core/faults.ts'

/** Real milliseconds that deliveries still under way are given when their server closes. */
const GRACE_MS = 2_000

const underWay = new WeakMap<Server, Set<ServerResponse>>()

/** Sends an answer with its faults. */
export function sendFaulty(wire: WireResponse, method: string, response: ServerResponse): void {
  const plan = planDelivery(wire, method)
  response.sendDate = false
  track(response)
  if (plan.delayMs === 0) begin(plan, response)
  else later(response, plan.delayMs, () => begin(plan, response))
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

function begin(plan: Delivery, response: ServerResponse): void {
  // Answers to pipelined requests wait for their turn at the connection.
  if (response.socket === null) {
    if (!response.destroyed) response.once('socket', () => begin(plan, response))
    return
  }
  if (plan.end === 'drop') response.socket.destroy()
  else if (plan.end === 'reset') response.socket.resetAndDestroy()
  else answer(plan, response)
}

function answer({ status, headers, body, length, bytesPerSecond }: Delivery, response: ServerResponse): void {
  if (body === null) {
    response.writeHead(status, headers as string[]).end()
    return
  }
  response.writeHead(status, [...headers, 'content-length', String(length)])
  const finish = () => {
    if (body.length === length) response.end()
    else cut(response)
  }
  if (bytesPerSecond !== undefined) {
    response.flushHeaders()
    trickle(response, body, bytesPerSecond, finish)
    return
  }
  if (body.length === 0) response.flushHeaders()
  else response.write(body)
  finish()
}

/** Ends the connection once what was written has left. */
function cut(response: ServerResponse): void {
  response.socket?.destroySoon()
}

function trickle(response: ServerResponse, body: Uint8Array, bytesPerSecond: number, finish: () => void): void {
  const { bytes, everyMs } = pace(bytesPerSecond)
  let sent = 0
  const next = () => {
    if (sent >= body.length) {
      finish()
      return
    }
    later(response, everyMs, () => {
      response.write(body.subarray(sent, sent + bytes))
      sent += bytes
      next()
    })
  }
  next()
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
