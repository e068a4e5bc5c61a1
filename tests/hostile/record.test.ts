/** A recording keeps what it has, whatever the server behind it does. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { until } from '../helpers/until.ts'
import { ada, endAll, run, served, type Served } from './programs.ts'

let folder: string
let file: string
let upstream: Server
let target: string
const sockets = new Set<Socket>()

const nested = (levels: number) => `{"status":"success","org":${'['.repeat(levels)}${']'.repeat(levels)}}`

const json = { 'content-type': 'application/json' }
const answers: Record<string, (response: ServerResponse) => void> = {
  '/v1/orgs/stuck': () => {},
  '/v1/orgs/half': (response) => void response.writeHead(200, { ...json, 'content-length': '100' }).write('{"status":'),
  '/v1/orgs/unasked': (response) =>
    void response.socket!.write(
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\nbytes',
    ),
  '/v1/orgs/deep': (response) => void response.writeHead(200, json).end(nested(450)),
  '/v1/orgs/deeper': (response) => void response.writeHead(200, json).end(nested(50_000)),
  '/v1/orgs/endless': (response) => {
    const piece = Buffer.alloc(1024 * 1024, ' ')
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
    }
    response.writeHead(200, json).on('drain', more)
    more()
  },
  '/v1/orgs/no-http': (response) => void response.socket!.end('this is no HTTP\r\n\r\n'),
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-record-'))
  file = join(folder, 'session.yaml')
  upstream = createServer((request, response) => {
    const answer = answers[(request.url ?? '').split('?')[0]!]
    if (answer !== undefined) return answer(response)
    const found = request.url?.startsWith('/v1/users/me') === true
    response
      .writeHead(found ? 200 : 404, json)
      .end(
        found ? '{"status":"success","user":{"alias":"ada"}}' : '{"status":"failure","error":"none","message":"none"}',
      )
  })
  upstream.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})))
  // Neither accepted nor refused.
  upstream.on('upgrade', (_request: IncomingMessage, socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  target = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`
})
afterEach(async () => {
  endAll()
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => upstream.close(resolve))
  rmSync(folder, { recursive: true })
})

const recording = (...more: string[]): Promise<Served> =>
  served(['record', '--target', target, '-o', file, '--port', '0', ...more])
const ask = (proxy: Served, path: string, init: RequestInit = {}) =>
  fetch(`${proxy.url}${path}`, { headers: ada, ...init })
const steps = () => readFileSync(file, 'utf8').match(/^ {2}- http: .*$/gm)

async function ended(proxy: Served, signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
  proxy.child.kill(signal)
  expect(await proxy.exit, proxy.err).toBe(0)
}

it('one exchange that is stuck holds up neither the others nor the end', async () => {
  const proxy = await recording()
  expect((await ask(proxy, '/users/me?before')).status).toBe(200)
  const stuck = [ask(proxy, '/orgs/stuck'), ask(proxy, '/orgs/half')].map((answer) =>
    answer.then(
      () => 'answered',
      () => 'cut',
    ),
  )
  expect((await ask(proxy, '/users/me?after')).status).toBe(200)
  await ended(proxy)
  expect(await Promise.all(stuck)).toEqual(['cut', 'cut'])
  expect(steps()).toEqual(['  - http: GET /users/me?before', '  - http: GET /users/me?after'])
  expect(proxy.err).toContain(
    'not recorded: GET /orgs/stuck: it was not answered before the client went away or the recording ended',
  )
})

it.each([
  ['101 that nobody asked for', '/orgs/unasked', 502, 'unexpected answer of the target: 101'],
  ['JSON nested 450 deep', '/orgs/deep', 200, 'nested too deeply, more than 400 levels'],
  ['an answer without end', '/orgs/endless', 200, 'its answer has more than 64 MiB'],
])('%s loses nothing of what was recorded', async (_, path, status, why) => {
  const proxy = await recording()
  await ask(proxy, '/users/me?before')
  const answer = await ask(proxy, path)
  expect(answer.status).toBe(status)
  await answer.arrayBuffer().catch(() => undefined)
  await ask(proxy, '/users/me?after')
  await ended(proxy)
  expect(steps()).toEqual(['  - http: GET /users/me?before', '  - http: GET /users/me?after'])
  expect(proxy.err).toContain(`not recorded: GET ${path}: ${why}\n`)
})

it('JSON nested deeper than is read is recorded by its size', async () => {
  const proxy = await recording()
  expect((await ask(proxy, '/orgs/deeper')).status).toBe(200)
  await ended(proxy)
  expect(steps()).toEqual(['  - http: GET /orgs/deeper'])
  expect(readFileSync(file, 'utf8')).toContain('    expect: { status: 200, bytes: 100027 }\n')
})

it('what is no HTTP is recorded as no answer', async () => {
  const proxy = await recording()
  await expect(ask(proxy, '/orgs/no-http')).rejects.toThrow('fetch failed')
  await ask(proxy, '/users/me')
  await ended(proxy)
  expect(steps()).toEqual(['  - http: GET /orgs/no-http', '  - http: GET /users/me'])
})

it('a body without end is refused, and what was recorded stays', async () => {
  const proxy = await recording()
  await ask(proxy, '/users/me')
  const socket = connect(proxy.port, '127.0.0.1').on('error', () => {})
  let answered = ''
  socket.on('data', (chunk) => {
    answered += String(chunk)
  })
  socket.write(`POST /v1/orgs?access_token=svc-token-ada HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n`)
  const piece = `100000\r\n${'x'.repeat(0x10_0000)}\r\n`
  while (!socket.destroyed && answered === '') await new Promise((resolve) => socket.write(piece, resolve))
  await until(() =>
    expect(proxy.err).toContain('not recorded: POST /v1/orgs?access_token=***: its body has more than 64 MiB'),
  )
  await ended(proxy, 'SIGTERM')
  expect(steps()).toEqual(['  - http: GET /users/me'])
})

it('a socket that the target never opens holds up nothing', async () => {
  const proxy = await recording()
  const socket = new WebSocket(proxy.url.replace('http', 'ws') + '/realtime').on('error', () => {})
  await until(() => expect(sockets.size).toBeGreaterThan(1))
  await ask(proxy, '/users/me')
  await ended(proxy)
  socket.terminate()
  expect(steps()).toEqual(['  - http: GET /users/me'])
})

it('a secret in a query is neither printed nor written', async () => {
  const proxy = await recording()
  await ask(proxy, '/users/me?access_token=top-secret-1&api_key=top-secret-2', { headers: {} })
  await ended(proxy)
  expect(steps()).toEqual(['  - http: GET /users/me?access_token=not-recorded&api_key=not-recorded'])
  expect(proxy.err).toContain('GET /users/me?access_token=***&api_key=*** 200')
  expect(proxy.out + proxy.err + readFileSync(file, 'utf8')).not.toContain('top-secret')
})

it('readers that go away end nothing', async () => {
  const proxy = await recording()
  proxy.child.stdout!.destroy()
  proxy.child.stderr!.destroy()
  for (let count = 0; count < 5; count++) await ask(proxy, '/users/me')
  await ended(proxy)
  expect(steps()).toHaveLength(5)
})

it('a signal right behind the banner ends it in order', async () => {
  const result = run('svc-emulator', ['record', '--target', target, '-o', file, '--port', '0'])
  result.child.stdout!.once('data', () => result.child.kill('SIGTERM'))
  expect(await result.exit).toBe(1)
  expect(result.err).toContain('nothing was recorded')
  expect(existsSync(file)).toBe(false)
})
