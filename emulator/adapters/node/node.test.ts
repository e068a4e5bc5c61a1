import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type RunningServer } from './server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** Sends raw bytes and returns the answer once `complete` accepts it. */
function raw(parts: (string | Uint8Array)[], complete: (text: string) => boolean = answers(1)): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    let text = ''
    const done = (): void => {
      socket.destroy()
      resolve(text)
    }
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (complete(text)) done()
    })
    socket.on('end', done)
    socket.on('error', reject)
    for (const part of parts) socket.write(part)
  })
}

/** True once this many whole answers have arrived. */
const answers =
  (wanted: number) =>
  (text: string): boolean => {
    let rest = text
    for (let seen = 0; seen < wanted; seen++) {
      const end = rest.indexOf('\r\n\r\n') + 4
      const length = Number(/content-length: (\d+)/i.exec(rest)?.[1])
      if (end < 4 || rest.length < end + length) return false
      rest = rest.slice(end + length)
    }
    return true
  }

const ada = 'host: x\r\nx-api-key: svc-key-ada-admin\r\n'
const json = `${ada}content-type: application/json\r\n`
const parseBody = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))

it('keeps idle connections, and names no time after which it would not', async () => {
  const answer = await raw([`GET /v1/users/me HTTP/1.1\r\n${ada}\r\n`])
  expect(answer).toMatch(/^connection: keep-alive\r$/im)
  expect(answer).not.toMatch(/^keep-alive:/im)
})

it.each([
  ['what is not HTTP', 'GARBAGE\r\n\r\n', 400, 'invalid_request_body', /not valid HTTP/],
  [
    'two lengths',
    `POST /v1/orgs HTTP/1.1\r\n${json}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
    400,
    'invalid_request_body',
    /not valid HTTP/,
  ],
  [
    'headers beyond the limit',
    `GET /v1/users/me HTTP/1.1\r\n${ada}big: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'request_too_large',
    /headers/,
  ],
  ['a path with ..', `GET /v1/../v1/users/me HTTP/1.1\r\n${ada}\r\n`, 404, 'endpoint_not_found', /No endpoint/],
  ['a broken percent-encoding', `GET /v1/users/%zz HTTP/1.1\r\n${ada}\r\n`, 400, 'invalid_request_body', /'%zz'/],
  [
    'a key that comes twice',
    `GET /v1/users/me HTTP/1.1\r\n${ada}x-api-key: svc-key-ada-admin\r\n\r\n`,
    401,
    'unauthenticated',
    /must come once/,
  ],
  [
    'two bearer tokens',
    'GET /v1/users/me HTTP/1.1\r\nhost: x\r\nauthorization: Bearer svc-token-ada\r\nauthorization: Bearer svc-token-ben\r\n\r\n',
    401,
    'unauthenticated',
    /once/,
  ],
  [
    'half a JSON body',
    `POST /v1/orgs HTTP/1.1\r\n${json}content-length: 8\r\n\r\n{"name":`,
    400,
    'invalid_request_body',
    /not valid JSON/,
  ],
  ['an unknown method', `TRACE /v1/users/me HTTP/1.1\r\n${ada}\r\n`, 405, 'method_not_allowed', /it takes GET/],
])('answers %s in the envelope, without a stack', async (_, bytes, status, error, message) => {
  const answer = await raw([bytes])
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(parseBody(answer)).toMatchObject({ status: 'failure', error, message: expect.stringMatching(message) })
  expect(answer).not.toMatch(/\n\s+at /)
})

it('answers a body that is not UTF-8', async () => {
  const body = Uint8Array.from([...new TextEncoder().encode('{"name":"'), 0xff, 0x22, 0x7d])
  const answer = await raw([`POST /v1/orgs HTTP/1.1\r\n${json}content-length: ${body.length}\r\n\r\n`, body])
  expect(parseBody(answer)).toMatchObject({ error: 'invalid_request_body', message: 'The body is not valid UTF-8.' })
})

it('reads a huge body to its end, so that the client sees the refusal', async () => {
  const body = `{"name":"${'x'.repeat(3_000_000)}"}`
  const response = await fetch(`${server.url}/orgs`, {
    method: 'POST',
    headers: { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' },
    body,
  })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({
    error: 'request_too_large',
    limit: { name: 'request_body_bytes', max: 1_048_576 },
  })
})

it('takes chunked bodies, whole URLs, and several requests on one connection', async () => {
  const chunked = await raw([
    `POST /v1/orgs HTTP/1.1\r\n${json}transfer-encoding: chunked\r\n\r\n`,
    '8\r\n{"name":\r\n',
    '5\r\n"Ch"}\r\n0\r\n\r\n',
  ])
  expect(chunked).toMatch(/^HTTP\/1\.1 200 /)
  const whole = await raw([`GET http://elsewhere/v1/users/me HTTP/1.1\r\n${ada}\r\n`])
  expect(parseBody(whole)).toMatchObject({ user: { alias: 'ada' } })
  const two = await raw(
    [`GET /v1/users/me HTTP/1.1\r\n${ada}content-length: 2\r\n\r\n{}`, `GET /v1/users/ben HTTP/1.1\r\n${ada}\r\n`],
    answers(2),
  )
  expect(two.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
})

it('answers several requests with bodies that come at once, in their order', async () => {
  const post = (name: string) =>
    `POST /v1/orgs HTTP/1.1\r\n${json}content-length: ${name.length + 11}\r\n\r\n{"name":"${name}"}`
  const text = await raw([['one', 'twelve', 'three'].map(post).join('')], answers(3))
  expect([...text.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name)).toEqual(['one', 'twelve', 'three'])
})

it('answers a client that waits to be told to go on (Expect: 100-continue)', async () => {
  const request = `POST /v1/orgs HTTP/1.1\r\n${json}expect: 100-continue\r\ncontent-length: 15\r\n\r\n`
  const answer = await raw([request, '{"name":"Late"}'], (text) => /\r\n\r\n\{/.test(text))
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
})

it('throws away a body that comes after its request was answered, and goes on', async () => {
  const text = await raw(
    [
      `GET /v1/users/me HTTP/1.1\r\n${ada}content-length: 200000\r\n\r\n`,
      'x'.repeat(200_000),
      `GET /v1/users/ben HTTP/1.1\r\n${ada}\r\n`,
    ],
    answers(2),
  )
  expect([...text.matchAll(/"alias":"(\w+)"/g)].map(([, alias]) => alias)).toEqual(['ada', 'ben'])
})

it('writes nothing for a body that breaks off', async () => {
  const before = server.emulator.world.orgs.size
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  await new Promise<void>(
    (resolve) =>
      void socket.write(`POST /v1/orgs HTTP/1.1\r\n${json}content-length: 30\r\n\r\n{"name":"Late"}`, () => resolve()),
  )
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.resetAndDestroy()
  await closed
  expect(parseBody(await raw([`GET /v1/users/me HTTP/1.1\r\n${ada}\r\n`]))).toMatchObject({ status: 'success' })
  expect(server.emulator.world.orgs.size).toBe(before)
})

it('answers a request without Host', async () => {
  expect(parseBody(await raw(['GET /v1/users/me HTTP/1.1\r\n\r\n']))).toMatchObject({
    status: 'failure',
    error: 'unauthenticated',
  })
})

it('sends HEAD the head alone, and no Date of the machine', async () => {
  const answer = await raw([`HEAD /v1/users/me HTTP/1.1\r\n${ada}\r\n`], (text) => text.endsWith('\r\n\r\n'))
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(answer).toMatch(/content-length: \d{3}\r\n/)
  expect(answer.endsWith('\r\n\r\n')).toBe(true)
  expect(answer).not.toMatch(/^date:/im)
})
