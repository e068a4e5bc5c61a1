import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { createEmulator } from '../index.ts'
import { startServer } from '../adapters/node/server.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin' }

/** Answers tokens, and leaves everything else alone. */
async function tokens(request: Request): Promise<Response | undefined> {
  if (new URL(request.url).pathname !== '/v1/oauth/token') return undefined
  const given = await request.text()
  return Response.json({ access_token: given, url: request.url }, { status: 201, headers: { 'x-mine': 'yes' } })
}

it('is asked for paths that the API has no endpoint for, and its answers are in the journal as `beside`', async () => {
  const emulator = createEmulator({ beside: tokens })
  const response = await emulator.fetch('http://api.test/v1/oauth/token', { method: 'POST', body: 'me', headers })
  expect([response.status, response.headers.get('x-mine')]).toEqual([201, 'yes'])
  expect(await response.json()).toEqual({ access_token: 'me', url: 'http://api.test/v1/oauth/token' })
  expect(emulator.journal.entries()).toMatchObject([
    { unit: null, beside: true, error: null, request: { url: '/v1/oauth/token' }, response: { status: 201 } },
  ])
})

it('leaves what it does not answer refused, and is not asked for what the API answers', async () => {
  const asked: string[] = []
  const beside = (request: Request) => void asked.push(`${request.method} ${new URL(request.url).pathname}`)
  const emulator = createEmulator({ beside })
  const statuses = []
  for (const [method, path] of [
    ['GET', '/v1/users/me'],
    ['DELETE', '/v1/users/me/limits'],
    ['GET', '/v1/nothing'],
    ['GET', '/healthz'],
  ] as const)
    statuses.push((await emulator.fetch(`http://api.test${path}`, { method, headers })).status)
  expect(statuses).toEqual([200, 405, 404, 404])
  expect(asked).toEqual(['GET /v1/nothing', 'GET /healthz'])
  const [, , unknown] = emulator.journal.entries()
  expect([unknown!.beside, unknown!.error]).toEqual([undefined, 'endpoint_not_found'])
})

it.each([
  ['throws', () => Promise.reject(new Error('no database')), /Error: no database/],
  ['answers something else', () => ({ ok: true }) as never, /expected a Response with a status from 200, or undefined/],
  ['answers an error', () => Response.error(), /expected a Response with a status from 200/],
])('is told in the journal where it %s', async (_, beside, defect) => {
  const emulator = createEmulator({ beside })
  expect((await emulator.fetch('/v1/nothing')).status).toBe(500)
  expect(emulator.journal.entries()[0]).toMatchObject({
    beside: true,
    error: 'internal_error',
    defect: expect.stringMatching(defect) as string,
  })
})

it('answers in every world of a server, with empty and binary bodies', async () => {
  await using server = await startServer({
    beside: ({ url }) =>
      new URL(url).pathname === '/logo.png'
        ? new Response(new Uint8Array([137, 80, 78, 71]), { headers: { 'content-type': 'image/png' } })
        : new Response(null, { status: 204 }),
  })
  const root = server.url.replace('/v1', '')
  const logo = await fetch(`${root}/logo.png`)
  expect([logo.headers.get('content-length'), [...new Uint8Array(await logo.arrayBuffer())]]).toEqual([
    '4',
    [137, 80, 78, 71],
  ])
  await fetch(`${root}/__emulator/worlds`, { method: 'POST' })
  expect((await fetch(`${root}/w/w1/v1/else`)).status).toBe(204)
  expect((await fetch(`${root}/logo.png`, { method: 'HEAD' })).headers.get('content-type')).toBe('image/png')
})

it('sends on what another server answered, decoded', async () => {
  await using other = await startServer()
  const emulator = createEmulator({ beside: () => fetch(`${other.url}/users/me`, { headers }) })
  expect(await (await emulator.fetch('/elsewhere')).json()).toMatchObject({ user: { alias: 'ada' } })
})

it.each([
  ['GET /x HTTP/1.1\r\nHost: a/b', 'http://emulator/x'],
  ['GET /x HTTP/1.1\r\nHost: me@app.example', 'http://emulator/x'],
  ['GET /x HTTP/1.0', 'http://emulator/x'],
  ['GET http://app.example/x HTTP/1.1\r\nHost: app.example:80', 'http://app.example/x'],
  ['TRACE /x HTTP/1.1\r\nHost: app.example', undefined],
])('is asked with the host of the request, and with its path: %s', async (head, url) => {
  const asked: string[] = []
  await using server = await startServer({ beside: (request) => void asked.push(request.url) })
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.end(`${head}\r\nConnection: close\r\n\r\n`)
  expect(await text(socket)).toContain(' 404 Not Found\r\n')
  expect(asked).toEqual(url === undefined ? [] : [url])
})
