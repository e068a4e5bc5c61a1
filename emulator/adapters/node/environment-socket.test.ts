import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { loadScenario } from '../../scenario/index.ts'
import { startServer, type RunningServer, type ServerOptions } from './server.ts'

const task = {
  scenario: 1,
  name: 'one-org',
  about: 'One organization.',
  as: 'svc-key-ada-admin',
  steps: [
    { run: 'node agent.mjs', expect: { records: [{ table: 'orgs', match: { name: 'Night shift' }, count: 1 }] } },
  ],
}
const create = { method: 'POST', path: '/orgs', body: { name: 'Night shift' } }

let server: RunningServer | undefined
afterEach(() => server?.close())

async function served(options: ServerOptions = {}): Promise<RunningServer> {
  server = await startServer({ scenario: await loadScenario(task), ...options })
  return server
}

interface Message {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Opens a socket as clients of OpenEnv do, which ask and then wait for one answer. */
async function connected({ controlUrl }: RunningServer, path = '/environment/ws', headers = {}) {
  const socket = new WebSocket(`${controlUrl.replace('http', 'ws')}${path}`, { headers })
  const answers: Message[] = []
  socket.on('message', (data) => void answers.push(JSON.parse(String(data)) as Message))
  await once(socket, 'open')
  const next = async (): Promise<Message> => {
    if (answers.length === 0) await once(socket, 'message')
    return answers.shift()!
  }
  const ask = (message: unknown): Promise<Message> => {
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    return next()
  }
  return { socket, ask, next }
}

it('answers reset, step, state and close as OpenEnv does', async () => {
  const { socket, ask } = await connected(await served())
  expect(await ask({ type: 'state' })).toEqual({ type: 'state', data: { episode_id: null, step_count: 0 } })
  expect(await ask({ type: 'reset', data: { seed: 42, episode_id: 'mine' } })).toEqual({
    type: 'observation',
    data: { observation: { scenario: 'one-org', about: 'One organization.' }, reward: null, done: false },
  })
  expect(await ask({ type: 'step', data: create })).toMatchObject({
    type: 'observation',
    data: { observation: { status: 200, body: { org: { name: 'Night shift' } } }, reward: 1, done: true },
  })
  expect(await ask({ type: 'state' })).toMatchObject({
    type: 'state',
    data: { episode_id: 'mine', step_count: 1, seed: 42, done: true, expectations: [{ table: 'orgs', holds: true }] },
  })
  expect(await ask({ type: 'step', data: create })).toMatchObject({ data: { code: 'EXECUTION_ERROR' } })
  socket.send('{"type":"close"}')
  expect((await once(socket, 'close'))[0]).toBe(1000)
})

it('gives each connection an episode of its own, from the start of the world', async () => {
  const running = await served()
  const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
  await fetch(`${running.url}/orgs`, { method: 'POST', headers, body: JSON.stringify(create.body) })
  const [first, second] = [await connected(running), await connected(running)]
  await first.ask({ type: 'reset', data: {} })
  await second.ask({ type: 'reset', data: { max_steps: 1 } })
  expect(await first.ask({ type: 'step', data: create })).toMatchObject({ data: { reward: 1, done: true } })
  expect(await second.ask({ type: 'step', data: { path: '/users/me' } })).toMatchObject({
    data: { reward: 0, done: true },
  })
  expect(running.emulator.world.orgs.list().filter(({ name }) => name === 'Night shift')).toHaveLength(1)
})

it('answers messages in their order, also those that came before the last answer', async () => {
  const { socket, next } = await connected(await served())
  socket.send('{"type":"reset"}')
  socket.send(JSON.stringify({ type: 'step', data: create }))
  socket.send('{"type":"state"}')
  expect((await next()).data).toMatchObject({ reward: null })
  expect((await next()).data).toMatchObject({ reward: 1 })
  expect((await next()).data).toMatchObject({ step_count: 1 })
})

it.each([
  ['{"type":', 'INVALID_JSON', 'not valid JSON'],
  ['[]', 'VALIDATION_ERROR', 'expected an object'],
  [{ type: 'rest' }, 'UNKNOWN_TYPE', "did you mean 'reset'"],
  [{ type: 'reset', data: { sed: 1 } }, 'VALIDATION_ERROR', "did you mean 'seed'"],
  [{ type: 'reset', data: { max_steps: 0 } }, 'VALIDATION_ERROR', 'max_steps'],
  [{ type: 'step', data: { pth: '/users/me' } }, 'VALIDATION_ERROR', "did you mean 'path'"],
  [{ type: 'step' }, 'VALIDATION_ERROR', 'expected'],
  ['{"type":"reset","data":{"seed":12345678901234567890}}', 'VALIDATION_ERROR', '12345678901234567890'],
])('refuses %j, and goes on', async (message, code, says) => {
  const { ask } = await connected(await served())
  await ask({ type: 'reset' })
  expect(await ask(message)).toEqual({
    type: 'error',
    data: { code, message: expect.stringContaining(says) as string },
  })
  expect(await ask({ type: 'state' })).toMatchObject({ data: { step_count: 0 } })
})

it.each([
  [{ scenario: undefined }, 'start the server with one'],
  [{ scenario: await loadScenario({ scenario: 1, name: 'bare' }) }, 'bare expects no records'],
])('says why a world is no task', async (options, says) => {
  const { socket, next } = await connected(await served(options as ServerOptions))
  expect(await next()).toMatchObject({
    type: 'error',
    data: { code: 'FACTORY_ERROR', message: expect.stringContaining(says) as string },
  })
  if (socket.readyState !== WebSocket.CLOSED) await once(socket, 'close')
})

it('is open to those who may use the control API, and reaches the world of a path', async () => {
  const running = await served({ controlToken: 'secret-token' })
  await expect(connected(running)).rejects.toThrow('401')
  const token = { 'x-emulator-token': 'secret-token' }
  await expect(connected(running, undefined, { ...token, origin: 'https://example.com' })).rejects.toThrow('403')
  await fetch(`${running.controlUrl}/worlds/other`, { method: 'PUT', headers: token })
  const root = { ...running, controlUrl: running.controlUrl.replace('/__emulator', '/w/other/__emulator') }
  const { ask } = await connected(root, undefined, token)
  expect(await ask({ type: 'reset' })).toMatchObject({ data: { observation: { scenario: 'one-org' } } })
})
