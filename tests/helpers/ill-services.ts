import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { startServer } from '../../emulator/adapters/node/server.ts'

/** Texts that a hostile service writes wherever it can: a terminal, and a log of GitHub, would obey them. */
export const HOSTILE = '\u001b[2J\u001b]0;owned\u0007\n::error::owned\r\u202e'

/** A service as programs meet it, over HTTP. */
export interface IllService {
  readonly url: string
  readonly requests: string[]
  close(): Promise<void>
}

interface Given {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Number of the request, from 1. */
  readonly number: number
  /** Lets the real service answer; `change` rewrites its JSON. */
  readonly real: (change?: (body: Body) => void) => void
}

type Body = Record<string, unknown>
type Answer = (given: Given) => unknown

const page =
  (status: number, headers: Record<string, string> = {}): Answer =>
  ({ response }) =>
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(`<html><h1>${status}</h1></html>`)
const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  ({ response }) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const isMe = ({ url }: IncomingMessage): boolean => url === '/v1/users/me'
const failure = (error: string): Body => ({ status: 'failure', error, message: 'no' })
const bomb = (() => {
  let bytes: Buffer | undefined
  return () => (bytes ??= gzipSync(Buffer.alloc(100 * 1024 * 1024, ' ')))
})()

/** Writes a text into every name, message and alias of a body. */
function poison(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && /^(?:name|message|description)$/.test(name)) (value as Body)[name] = HOSTILE
    else poison(inner)
  }
}

/** Answers of services that are ill, by what is wrong with them. */
export const illAnswers: Readonly<Record<string, Answer>> = {
  'answers 500 in the envelope': json(500, failure('internal_error')),
  'answers 500 to all but /users/me': (given) =>
    isMe(given.request) ? given.real() : json(500, failure('internal_error'))(given),
  'fails every other request': (given) =>
    given.number % 2 === 1 ? given.real() : json(500, failure('internal_error'))(given),
  'answers 429': page(429, { 'retry-after': '0' }),
  'is behind a page to sign in at': page(200),
  'redirects to another host': ({ request, response }) =>
    response.writeHead(307, { location: `https://elsewhere.example${request.url}` }).end(),
  'is behind a gateway': page(502, { server: 'nginx' }),
  'cuts its answers off': ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"status":"succ', () => response.destroy())
  },
  hangs: () => undefined,
  'answers with a gzip bomb': ({ response }) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb()),
  'answers foreign JSON': json(200, { ok: true, data: [] }),
  'refuses with foreign JSON': json(404, { timestamp: 0, status: 404, error: 'Not Found', path: '/v1/users/me' }),
  'refuses with an empty 401': ({ response }) => response.writeHead(401).end(),
  'writes escape sequences': (given) => given.real(poison),
  'has an organization with the alias of a user': (given) =>
    given.real((body) => {
      const [org] = (body['orgs'] ?? []) as Body[]
      if (given.request.url === '/v1/users/me/orgs' && org !== undefined) org['alias'] = 'ada'
    }),
  'has other fields': (given) =>
    given.real((body) => {
      if (body['user'] !== undefined) Object.assign(body['user'] as Body, { shoe_size: 42 })
    }),
  'is an hour ahead': (given) => {
    given.response.setHeader('date', new Date(Date.now() + 3_600_000).toUTCString())
    given.real()
  },
}

/** Starts a service that answers in one of these ways, in front of a real one. `host`: the address that it has. */
export async function startIll(answer: Answer, host = '127.0.0.1'): Promise<IllService> {
  const real = await startServer({ clock: 'real' })
  const requests: string[] = []
  const server = createServer((request, response) => {
    // The API alone is there.
    if (!request.url!.startsWith('/v1/')) return void response.writeHead(404).end()
    requests.push(`${request.method} ${request.url}`)
    answer({
      request,
      response,
      number: requests.length,
      real: (change) => forward(request, response, real.url, change),
    })
  })
  server.on('upgrade', (request, socket, head) => tunnel(request, socket, head, Number(new URL(real.url).port)))
  await listen(server, host)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/v1`,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await real.close()
    },
  }
}

/** URL at which nothing listens. */
export const DOWN = 'http://127.0.0.1:9/v1'

function listen(server: Server, host: string): Promise<void> {
  return new Promise((resolve) => server.listen(0, host, resolve))
}

/** Lets the real service answer an upgrade. */
function tunnel(request: IncomingMessage, socket: Duplex, head: Buffer, port: number): void {
  const { rawHeaders } = request
  const lines = rawHeaders.flatMap((name, n) => (n % 2 === 0 ? [`${name}: ${rawHeaders[n + 1]}`] : []))
  const to = connect(port, '127.0.0.1', () => {
    to.write([`${request.method} ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    to.write(head)
    socket.pipe(to).pipe(socket)
  })
  for (const each of [socket, to]) each.on('error', () => [socket, to].forEach((one) => one.destroy()))
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  to: string,
  change: ((body: Body) => void) | undefined,
): void {
  const { host: _host, ...headers } = request.headers
  const outgoing = ask(new URL(request.url!, to), { method: request.method!, headers }, (incoming) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { 'content-length': _length, date: _date, ...given } = incoming.headers
      response.writeHead(incoming.statusCode!, given).end(rewrite(Buffer.concat(chunks), change))
    })
  })
  request.pipe(outgoing)
}

function rewrite(bytes: Buffer, change: ((body: Body) => void) | undefined): Buffer | string {
  if (change === undefined || bytes[0] !== '{'.charCodeAt(0)) return bytes
  const body = JSON.parse(bytes.toString('utf8')) as Body
  change(body)
  return JSON.stringify(body)
}
