import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { deliver, type HttpCarrier } from '../../engine/faults/http-delivery.ts'
import { plan } from '../../engine/faults/plan.ts'
import type { WireResponse } from '../../engine/kernel/wire.ts'
import { resetConnection } from './tls/raw-sockets.ts'

/** Sends an answer with faults. */
export function sendFaulty(wire: WireResponse, method: string, response: ServerResponse): void {
  response.sendDate = false
  deliver(plan(wire, method), makeCarrier(response))
}

function makeCarrier(response: ServerResponse): HttpCarrier {
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

/** Acts on the connection when it is this answer's turn: answers to pipelined requests are sent in order. */
function atTurn(response: ServerResponse, act: (socket: Socket) => void): void {
  if (response.socket !== null) act(response.socket)
  // Bytes written before its turn leave right after this event.
  else if (!response.destroyed) response.once('socket', (socket) => queueMicrotask(() => act(socket)))
}

/** Acts after a delay, unless the client has gone. */
function later(response: ServerResponse, milliseconds: number, act: () => void): void {
  const stop = () => clearTimeout(timer)
  const timer = setTimeout(() => {
    response.off('close', stop)
    act()
  }, milliseconds)
  response.once('close', stop)
}
