import { once } from 'node:events'
import { request, type RequestOptions } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { connect } from 'node:tls'
import { afterEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createCertificates } from './certificates.ts'
import { startServer, type RunningServer, type ServerOptions } from '../server.ts'

const open: RunningServer[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function start(options: ServerOptions = { tls: true }): Promise<RunningServer> {
  const server = await startServer(options)
  open.push(server)
  return server
}

const key = { 'x-api-key': 'svc-key-ada-admin' }

function ask(
  url: string,
  options: RequestOptions = {},
  body?: object,
): Promise<{ status: number | undefined; body: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, ...options }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () =>
        resolve({ status: response.statusCode, body: JSON.parse(text) as Record<string, unknown> }),
      )
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

it('serves REST, realtime and the control API with a certificate of its own, which only those trust who have its authority', async () => {
  const { url, realtimeUrl, controlUrl, ca } = await start()
  expect([url, realtimeUrl, controlUrl].map((each) => each.replace(/:\d+/, ''))).toEqual([
    'https://127.0.0.1/v1',
    'wss://127.0.0.1/v1/realtime',
    'https://127.0.0.1/__emulator',
  ])
  expect(await ask(`${url}/users/me`, { ca, headers: key })).toMatchObject({
    status: 200,
    body: { user: { alias: 'ada' } },
  })
  await expect(ask(`${url}/users/me`, { headers: key })).rejects.toMatchObject({
    code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  })
  const socket = new WebSocket(realtimeUrl, { ca: ca!, headers: key })
  await once(socket, 'open')
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workflow.list_sessions', params: { org_id: 'acme' } }))
  expect(JSON.parse(String((await once(socket, 'message'))[0]))).toMatchObject({
    id: 1,
    result: { sessions: expect.any(Array) },
  })
  socket.close()
})

it('tells plain HTTP that the port speaks HTTPS', async () => {
  const { url } = await start()
  const response = await fetch(`${url.replace('https:', 'http:')}/users/me`, { headers: key })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    status: 'failure',
    error: 'invalid_request_body',
    message: expect.stringContaining('use https://'),
  })
  const socket = connectPlain(Number(new URL(url).port), '127.0.0.1')
  socket.end('GET / HTTP/1.1\r\n\r\n'.repeat(1_000))
  await once(socket.resume(), 'close')
})

it('names worlds where they are reached', async () => {
  const { controlUrl, ca } = await start()
  const { body } = await ask(`${controlUrl}/worlds`, { ca, method: 'POST' })
  expect(body).toMatchObject({
    base_url: expect.stringMatching(/^https:.*\/w\//),
    realtime_url: expect.stringMatching(/^wss:.*\/w\//),
    control_url: expect.stringMatching(/^https:/),
  })
  expect(await ask(`${String(body['base_url'])}/users/me`, { ca, headers: key })).toMatchObject({ status: 200 })
})

it('serves with a certificate that is given', async () => {
  const { ca, cert, key: secret } = createCertificates(['localhost', '127.0.0.1'])
  const server = await start({ tls: { cert, key: Buffer.from(secret) } })
  expect(server.ca).toBe(undefined)
  expect(await ask(`${server.url}/users/me`, { ca, headers: key })).toMatchObject({ status: 200 })
})

it('refuses what is no certificate, and a key of another', async () => {
  const [one, other] = [createCertificates(['localhost']), createCertificates(['localhost'])]
  await expect(startServer({ tls: { cert: one.cert, key: other.key } })).rejects.toThrow(
    /^tls: this certificate and key cannot be used: .*key values mismatch; expected PEM, the key that of the certificate$/,
  )
  await expect(startServer({ tls: { cert: 'no', key: one.key } })).rejects.toThrow(
    'tls: this certificate and key cannot be used',
  )
  await expect(startServer({ tls: 'yes' } as never)).rejects.toThrow(
    'tls: expected true, or { cert, key } with PEM, got string "yes"',
  )
  await expect(startServer({ tls: { cert: one.cert } } as never)).rejects.toThrow(
    'tls: expected true, or { cert, key } with PEM',
  )
})

it('ends a connection with a reset of TCP below TLS, and with a cut', async () => {
  const { url, emulator, ca } = await start()
  for (const fault of [{ reset: true }, { drop: true }] as const) {
    emulator.triggers.add({ when: { endpoint: 'GET /users/me', nth: 1 }, do: fault })
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', ca })
    socket.write(`GET /v1/users/me HTTP/1.1\r\nhost: h\r\nx-api-key: ${key['x-api-key']}\r\n\r\n`)
    const ended = await Promise.race([
      once(socket, 'error').then(([error]) => (error as NodeJS.ErrnoException).code),
      once(socket, 'end').then(() => 'end'),
    ])
    expect(ended).toBe('reset' in fault ? 'ECONNRESET' : 'end')
    socket.destroy()
    emulator.triggers.clear()
  }
})

it('serves a request that offers another protocol', async () => {
  const { url, ca } = await start()
  expect(
    await ask(`${url}/users/me`, { ca, headers: { ...key, connection: 'upgrade', upgrade: 'h2c' } }),
  ).toMatchObject({ status: 200 })
})

it('hangs up on plain HTTP, and goes on', async () => {
  const { url, ca } = await start()
  const plain = connectPlain(Number(new URL(url).port), '127.0.0.1')
  plain.write('GET /v1/users/me HTTP/1.1\r\nhost: h\r\n\r\n')
  plain.on('error', () => {})
  await once(plain.resume(), 'close')
  expect(await ask(`${url}/users/me`, { ca, headers: key })).toMatchObject({ status: 200 })
})
