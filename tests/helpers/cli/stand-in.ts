import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'

/** A small service for unit tests: two endpoints and a socket that accepts their keys. */
export interface StandIn {
  readonly url: string
  readonly realtimeUrl: string
  /** Every request and upgrade, as `METHOD path key`. */
  readonly requests: string[]
  readonly sockets: Set<WebSocket>
  /** Users by key; other keys are rejected. */
  readonly keys: Map<string, { id: string; name: string }>
  /** Keys whose scope probe is answered with 403. */
  readonly restricted: Set<string>
  /** Handlers of the next upgrades, in place of accepting them. */
  readonly upgrades: ((socket: Duplex) => void)[]
  /** Handlers that replace the answer of a path. */
  readonly answers: Map<string, (response: ServerResponse) => void>
  close(): Promise<void>
}

export const ada = { id: '00000000-0000-4000-8000-0000000000a1', name: 'Ada' }
export const ben = { id: '00000000-0000-4000-8000-0000000000a2', name: 'Ben' }

export async function startStandIn(): Promise<StandIn> {
  const server = createServer((request, response) => respond(standIn, request, response))
  const sockets = serveSockets(server, () => standIn)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const standIn: StandIn = {
    url: `http://127.0.0.1:${port}/v1`,
    realtimeUrl: `ws://127.0.0.1:${port}/v1/realtime`,
    requests: [],
    sockets,
    keys: new Map([
      ['svc-key-ada-admin', ada],
      ['svc-key-ben-admin', ben],
      ['svc-key-acme-write', ada],
    ]),
    restricted: new Set(['svc-key-acme-write']),
    upgrades: [],
    answers: new Map(),
    async close() {
      for (const socket of sockets) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return standIn
}

function respond(standIn: StandIn, request: IncomingMessage, response: ServerResponse): void {
  const key = String(request.headers['x-api-key'])
  standIn.requests.push(`${request.method} ${request.url} ${key}`)
  const special = standIn.answers.get(request.url ?? '')
  if (special !== undefined) return special(response)
  const user = standIn.keys.get(key)
  if (user === undefined)
    return send(response, 401, { status: 'failure', error: 'unauthenticated', message: `no such key ${key}` })
  if (request.url === '/v1/users/me')
    return send(response, 200, { status: 'success', user: { ...user, alias: 'ada', role: 'owner' } })
  if (request.url !== '/v1/users/me/orgs')
    return send(response, 404, { status: 'failure', error: 'endpoint_not_found', message: 'no' })
  if (standIn.restricted.has(key)) return send(response, 403, { status: 'failure', error: 'forbidden', message: 'no' })
  return send(response, 200, { status: 'success', orgs: [] })
}

export function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const REFUSAL = JSON.stringify({ status: 'failure', error: 'unauthenticated', message: 'no such key' })

function serveSockets(server: Server, standIn: () => StandIn): Set<WebSocket> {
  const sockets = new Set<WebSocket>()
  const acceptor = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    const key = String(request.headers['x-api-key'])
    standIn().requests.push(`UPGRADE ${request.url} ${key}`)
    const special = standIn().upgrades.shift()
    if (special !== undefined) return special(socket)
    if (!standIn().keys.has(key)) return socket.end(`HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n${REFUSAL}`)
    return acceptor.handleUpgrade(request, socket, head, (opened) => {
      sockets.add(opened)
      opened.on('close', () => sockets.delete(opened))
    })
  })
  return sockets
}
