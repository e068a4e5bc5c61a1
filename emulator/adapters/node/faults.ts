import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { deliver, type HttpCarrier } from '../../engine/faults/http-delivery.ts'
import { plan } from '../../engine/faults/plan.ts'
import type { WireResponse } from '../../engine/kernel/wire.ts'
import { resetConnection } from './tls/raw-sockets.ts'

/** Sends an answer with its faults. */
export function sendFaulty(wire: WireResponse, method: string, response: ServerResponse): void {
  response.sendDate = false
  deliver(plan(wire, method), carrierOf(response))
}

function carrierOf(response: ServerResponse): HttpCarrier {
  return {
    wait: (milliseconds, then) => later(response, milliseconds, then),
    drop: () => atTurn(response, (socket) => socket.destroy()),
    reset: () => atTurn(response, resetConnection),
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
