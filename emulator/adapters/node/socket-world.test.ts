import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { startServer, type RunningServer } from './server.ts'

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

it.each<[string, Record<string, string>, string?]>([
  ['path', { 'x-api-key': KEY }, '/w/mia'],
  ['header', { 'x-api-key': KEY, 'x-svc-world': 'mia' }],
  ['baggage', { 'x-api-key': KEY, baggage: 'svc-world=mia' }],
  ['cookie', { 'x-api-key': KEY, cookie: 'svc_world=mia' }],
])('a socket names its world by %s', async (_, headers, prefix = '') => {
  const { realtimeUrl } = await serve()
  const url = realtimeUrl.replace('/v1/', `${prefix}/v1/`)
  expect(await ask(url, headers, find)).toMatchObject([found])
})

it('an upgrade that names none is refused where a world is required', async () => {
  const { realtimeUrl } = await serve({ worlds: 'required' })
  const [error] = (await once(new WebSocket(realtimeUrl), 'error')) as [Error]
  expect(error.message).toContain('400')
})

it('an upgrade for an unknown world is refused in words', async () => {
  const { realtimeUrl } = await serve()
  const socket = new WebSocket(realtimeUrl, { headers: { 'x-api-key': KEY, 'x-svc-world': 'mai' } })
  const [error] = (await once(socket, 'error')) as [Error]
  expect(error.message).toContain('404')
})
