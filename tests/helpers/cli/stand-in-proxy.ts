import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** A small proxy: what went through it, and the status with which it refuses. */
export interface StandInProxy extends AsyncDisposable {
  readonly url: string
  readonly host: string
  /** Request lines, with the credentials for the proxy. */
  readonly requests: string[]
}

/** Starts a proxy that forwards requests and opens tunnels, or answers all of them with `status`. */
export async function startProxy(status?: number): Promise<StandInProxy> {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  const note = (method = '', url = '', auth = ''): void => void requests.push(`${method} ${url} ${auth}`.trim())
  const server = createServer((incoming, response) => {
    note(incoming.method, incoming.url, incoming.headers['proxy-authorization'])
    if (status !== undefined) return void response.writeHead(status, { 'content-type': 'text/html' }).end('<p>')
    const { method = '', headers, url = '' } = incoming
    request(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(response)
    }).end()
  })
  server.on('connection', (socket) => sockets.add(socket))
  server.on('connect', ({ method, url = '', headers }, socket: Socket) => {
    note(method, url, headers['proxy-authorization'])
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`)
    const { hostname, port } = new URL(`http://${url}`)
    const upstream = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    sockets.add(upstream)
    for (const each of [socket, upstream]) each.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    requests,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
