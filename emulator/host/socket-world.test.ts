import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { startServer, type RunningServer } from '../adapters/node/server.ts'

const KEY = 'svc-key-ada-admin'

/** A server whose world `mia` has one session more than the main one. */
async function serve(options = {}): Promise<RunningServer> {
  const server = await startServer(options)
  onTestFinished(() => server.close())
  const control = (method: string, path: string, body: object) =>
    fetch(server.controlUrl + path, {
      method,
      headers: { 'content-type': 'application/json', 'x-svc-world': 'mia' },
      body: JSON.stringify(body),
    })
  await control('PUT', '/worlds/mia', {})
  await control('PUT', '/state/sessions/run-01', { alias: 'of-mia' })
  return server
}

const find = { jsonrpc: '2.0', id: 2, method: 'workflow.get_session', params: { session_id: 'of-mia' } }

/** Sends calls on a socket one after the other, and collects the answers. */
async function ask(url: string, headers: Record<string, string>, ...calls: object[]): Promise<object[]> {
  const socket = new WebSocket(url, { headers })
  await once(socket, 'open')
  const answers: object[] = []
  for (const call of calls) {
    socket.send(JSON.stringify(call))
    const [data] = await once(socket, 'message')
    answers.push(JSON.parse(String(data)) as object)
  }
  socket.close()
  return answers
}

const found = { id: 2, result: { session: { alias: 'of-mia' } } }

it.each<[string, Record<string, string>, string?, string?]>([
  ['path', { 'x-api-key': KEY }, '/w/mia'],
  ['header', { 'x-api-key': KEY, 'x-svc-world': 'mia' }],
  ['key', { 'x-api-key': `${KEY}@mia` }],
  ['key in the query', {}, '', `?api_key=${KEY}@mia`],
  ['token in the query', {}, '', `?access_token=svc-token-ada%40mia`],
  ['baggage', { 'x-api-key': KEY, baggage: 'svc-world=mia' }],
  ['cookie', { 'x-api-key': KEY, cookie: 'svc_world=mia' }],
])('a socket names its world by %s', async (_, headers, prefix = '', query = '') => {
  const { realtimeUrl } = await serve()
  const url = realtimeUrl.replace('/v1/', `${prefix}/v1/`) + query
  expect(await ask(url, headers, find)).toMatchObject([found])
})

it.each([{ api_key: `${KEY}@mia` }, { access_token: 'svc-token-ada@mia' }])(
  'the first call takes a socket to the world that %j names',
  async (params) => {
    const { realtimeUrl, emulator } = await serve({ worlds: 'required' })
    const authenticate = { jsonrpc: '2.0', id: 1, method: 'session.authenticate', params }
    expect(await ask(realtimeUrl, {}, authenticate, find)).toMatchObject([{ id: 1, result: {} }, found])
    expect(emulator.journal.entries()).toEqual([])
  },
)

it('takes a key as it is, whatever stands in it', async () => {
  const { realtimeUrl, controlUrl } = await serve()
  const key = { key: 'a$&b', user: 'ada', target: 'user', target_id: 'ada', role: 'read', created_by: 'ada' }
  const made = await fetch(`${controlUrl}/state/api_keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-world': 'mia' },
    body: JSON.stringify(key),
  })
  expect(made.status).toBe(201)
  const authenticate = { jsonrpc: '2.0', id: 1, method: 'session.authenticate', params: { api_key: 'a$&b@mia' } }
  expect(await ask(realtimeUrl, {}, authenticate, find)).toMatchObject([{ id: 1, result: {} }, found])
})

it('may be opened without a world where one is required, and not with credentials that name none', async () => {
  const { realtimeUrl } = await serve({ worlds: 'required' })
  const authenticate = { jsonrpc: '2.0', id: 1, method: 'session.authenticate', params: { api_key: `${KEY}@mia` } }
  expect(await ask(`${realtimeUrl}?client=mine`, {}, authenticate, find)).toMatchObject([{ id: 1 }, found])
  const socket = new WebSocket(`${realtimeUrl}?api_key=${KEY}`)
  const [error] = (await once(socket, 'error')) as [Error]
  expect(error.message).toContain('400')
})

it('a later call stays where the socket is', async () => {
  const { realtimeUrl } = await serve()
  const authenticate = { jsonrpc: '2.0', id: 3, method: 'session.authenticate', params: { api_key: `${KEY}@mia` } }
  const [, refused] = await ask(realtimeUrl, { 'x-api-key': KEY }, { ...find, id: 1 }, authenticate)
  expect(refused).toMatchObject({ id: 3, error: { data: { error: 'unauthenticated' } } })
})

it('an upgrade for an unknown world is refused in words', async () => {
  const { realtimeUrl } = await serve()
  const socket = new WebSocket(realtimeUrl, { headers: { 'x-api-key': `${KEY}@mai` } })
  const [error] = (await once(socket, 'error')) as [Error]
  expect(error.message).toContain('404')
})
