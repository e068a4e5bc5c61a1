import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

interface ServedPage {
  readonly url: string
  close(): Promise<void>
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** Serves one page to this machine. Rejects with the system's error if it cannot listen. */
export async function servePage(page: string, port: number): Promise<ServedPage> {
  const server = createServer((request, response) => {
    // A foreign page could make its own name resolve to this machine.
    const isOurs = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(request.headers.host ?? '')
    const status = !isOurs
      ? 403
      : request.url?.split('?', 1)[0] !== '/'
        ? 404
        : request.method === 'GET' || request.method === 'HEAD'
          ? 200
          : 405
    if (status === 200) response.writeHead(200, headers).end(page)
    else response.writeHead(status).end()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => closed(server) }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
