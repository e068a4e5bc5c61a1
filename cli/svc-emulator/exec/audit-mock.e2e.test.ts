import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { afterEach, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { startServer } from '../../../emulator/adapters/node/server.ts'
import { run } from '../../../tests/helpers/cli/in-process.ts'
import { svcEmulator } from '../program.ts'

let ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** Starts a mock server with handlers of a user. Returns its address. */
async function mock(answers: RequestListener): Promise<string> {
  const server = createServer(answers).listen(0, '127.0.0.1')
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(`echo ${String(data)}`)))
  await once(server, 'listening')
  ends = [() => sockets.close(), () => server.closeAllConnections(), () => server.close()]
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Runs a program of Node below `exec --audit`; it ends with 9 where it throws. */
const audit = (target: string, source: string, flags: readonly string[] = []) => {
  const program = `
    const { SVC_API_URL: url, SVC_REALTIME_URL: realtime, SVC_API_KEY: key } = process.env
    const { equal } = await import('node:assert/strict')
    process.on('uncaughtException', (e) => { console.error(e); process.exit(9) })
    ${source}`
  const words = ['--', process.execPath, '--input-type=module', '-e', program]
  return run(svcEmulator, ['exec', '--audit', target, ...flags, ...words], tmpdir(), {
    env: process.env as Record<string, string>,
  })
}

const lying: RequestListener = (request, response) => {
  if (request.url === '/health') return response.end('well')
  equalKey(request.headers['x-api-key'])
  response.writeHead(200, { 'content-type': 'application/json', 'x-own': 'kept' })
  response.end('{"user":{"id":"1","alias":"ada"}}')
}
const equalKey = (key: unknown) => expect(key).toBe('svc-key-ada-admin')

const asks = `
  for (let n = 0; n < 3; n++) {
    const answer = await fetch(url + '/users/me', { headers: { 'X-API-Key': key } })
    equal(answer.headers.get('x-own'), 'kept')
    equal(await answer.text(), '{"user":{"id":"1","alias":"ada"}}')
  }
  equal(await (await fetch(new URL('/health', url))).text(), 'well')
  const { WebSocket } = await import('ws')
  const socket = new WebSocket(realtime)
  socket.onopen = () => socket.send('hi')
  const { data } = await new Promise((resolve) => { socket.onmessage = resolve })
  equal(String(data), 'echo hi')
  socket.close()`

it.each(['', '/v1'])(
  'hands on what a mock server answers at its address and %j, and says what it told',
  async (base) => {
    const { exit, stdout, stderr } = await audit(`${await mock(lying)}${base}`, asks)
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: '' })
    expect(stderr).toMatch(/GET \/users\/:user_id: leaves out `status` \(envelope\.status-on-every-response\), 3 times/)
    expect(stderr).toContain('Not judged: requests to other paths, once')
    expect(stderr).toContain('Not judged: calls over a socket, once')
    expect(stderr).toMatch(/3 answers judged: \d+ findings/)
  },
)

it('ends as the program does; with --strict, with 1 where there are findings', async () => {
  const target = await mock(lying)
  const ask = `await fetch(url + '/users/me', { headers: { 'X-API-Key': key } })\n`
  expect((await audit(target, `${ask}process.exit(7)`, ['--strict'])).exit).toBe(7)
  expect((await audit(target, ask, ['--strict'])).exit).toBe(1)
  expect((await audit(target, 'process.exit(0)', ['--strict'])).exit).toBe(0)
})

it('finds nothing in the answers of an emulator, requests at once and changes included', async () => {
  await using server = await startServer()
  const { exit, stderr } = await audit(
    server.url,
    `
    const headers = { 'X-API-Key': key, 'content-type': 'application/json' }
    const ask = (method, path, body) => fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
    await Promise.all([ask('GET', '/users/me'), ask('GET', '/users/me/orgs'), ask('GET', '/orgs/none')])
    equal((await ask('POST', '/orgs', { name: 'New', alias: 'new' })).status, 200)
    equal((await ask('GET', '/orgs/acme')).status, 200)`,
    ['--strict'],
  )
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '5 answers judged: 0 findings, 0 notes\n' })
})

it.each([
  [['--audit', 'http://127.0.0.1:9/v1', '--tls'], '--tls is about a server of the emulator, and --audit asks'],
  [['--audit', 'http://127.0.0.1:9/v1', '--log', 'pretty'], '--log is about a server of the emulator'],
  [['--strict'], '--strict is about the findings of an audit'],
  [['--audit', 'localhost'], "--audit takes a URL such as http://127.0.0.1:4010/v1; it was 'localhost'"],
])('refuses %j', async (flags, message) => {
  const { exit, stderr } = await run(svcEmulator, ['exec', ...flags, '--', 'true'], tmpdir())
  expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringContaining(message) })
})
