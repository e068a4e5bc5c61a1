import { createServer, request as ask, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { handedOn } from './handed-on.ts'
import { listenProxy } from './listen-proxy.ts'
import { Recorder } from './recorder.ts'

let ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends) await end()
  ends = []
})

/** A target that notes the headers it gets, behind the proxy of `record` and of `drift -- suite`. */
async function proxied() {
  const seen: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers)
    response.writeHead(503, { 'retry-after': '7', 'x-region': 'eu' }).end('{}')
  })
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: (offered) => [...offered].at(-1)! })
  server.on('upgrade', (request, socket, head) => {
    seen.push(request.headers)
    if (request.headers['x-busy'] === undefined) return sockets.handleUpgrade(request, socket, head, () => undefined)
    socket.end('HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\nbusy')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const recorder = new Recorder(undefined, { kept: () => undefined, leftOut: () => undefined })
  const proxy = await listenProxy({ target, realtimeUrl: undefined, port: 0, host: '127.0.0.1' }, recorder)
  ends = [() => proxy.close(), () => server.closeAllConnections(), () => server.close()]
  return { seen, proxy }
}

const sent = {
  'x-api-key': 'svc-key-ada-admin',
  cookie: 'route=blue',
  'x-request-id': 'r-1',
  'user-agent': 'mine/1',
  'proxy-authorization': 'Basic secret',
}
const { 'proxy-authorization': _, ...arrives } = sent

it('hands on what a request brings over HTTP, and what its answer brings back', async () => {
  const { seen, proxy } = await proxied()
  const answer = await new Promise<IncomingHttpHeaders>((resolve) => {
    ask(`${proxy.url}/users/me`, { headers: sent }, (response) => resolve(response.resume().headers)).end()
  })
  expect(seen[0]).toMatchObject(arrives)
  expect(seen[0]).not.toHaveProperty('proxy-authorization')
  expect(answer).toMatchObject({ 'retry-after': '7', 'x-region': 'eu' })
})

it('hands on what an upgrade brings, its subprotocols, and a refusal with its Retry-After', async () => {
  const { seen, proxy } = await proxied()
  const socket = new WebSocket(proxy.realtimeUrl, ['one', 'two'], { headers: sent })
  await new Promise((resolve) => socket.once('open', resolve))
  expect(socket.protocol).toBe('two')
  expect(seen[0]).toMatchObject({ ...arrives, 'sec-websocket-protocol': 'one,two' })
  expect(seen[0]).not.toHaveProperty('proxy-authorization')
  socket.terminate()
  const refused = new WebSocket(proxy.realtimeUrl, { headers: { 'x-busy': '1' } }).on('error', () => undefined)
  const headers = await new Promise((resolve) =>
    refused.once('unexpected-response', (_request, response) => resolve(response.headers)),
  )
  expect(headers).toMatchObject({ 'retry-after': '7', 'content-type': 'text/html' })
})

it('leaves out what the header Connection lists', () => {
  expect(
    handedOn(['Connection', 'close, X-Hop', 'X-Hop', '1', 'Host', 'a', 'X-Own', '2', 'X-Own', '3'], () => false),
  ).toEqual({
    'x-own': ['2', '3'],
  })
})
