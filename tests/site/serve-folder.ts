import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Serves a folder below `base` as hosts of static files do: `index.html` for a folder, `404.html` for what does not exist. */
export async function serveFolder(folder: string, base: string): Promise<{ url: string; server: Server }> {
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const path = decodeURI(pathname).replace(/\/$/, '/index.html')
    const file = join(folder, path.slice(base.length))
    const exists = path.startsWith(base) && existsSync(file) && statSync(file).isFile()
    response
      .writeHead(exists ? 200 : 404, { 'content-type': exists ? (types[extname(file)] ?? 'text/plain') : 'text/html' })
      .end(readFileSync(exists ? file : join(folder, '404.html')))
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`, server }
}
