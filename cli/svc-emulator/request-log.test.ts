import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { createEmulator, type Emulator, type TriggerInput } from '../../emulator/index.ts'
import { instanceOf } from '../../emulator/host/instance-of.ts'
import { until } from '../../tests/helpers/until.ts'
import type { Io } from '../shared/io.ts'
import { logRequests } from './request-log.ts'

async function logged(form: 'pretty' | 'json', ...requests: Request[]): Promise<string> {
  const emulator = createEmulator()
  instanceOf(emulator).site.real = { now: () => 0 }
  const stdout = new PassThrough()
  logRequests(emulator, form, { stdout } as unknown as Io)
  for (const request of requests) await emulator.fetch(request)
  await new Promise((resolve) => setImmediate(resolve))
  return String(stdout.read())
}

const ada = { headers: { 'x-api-key': 'svc-key-ada-admin' } }

it('writes one readable line for a request, with who asked', async () => {
  expect(await logged('pretty', new Request('http://x/v1/users/me', ada))).toBe(
    '00:00:00.000  GET /v1/users/me  200  ada\n',
  )
})

it('says below a miss what was probably meant', async () => {
  const text = await logged('pretty', new Request('http://x/v1/user/me', ada))
  expect(text).toMatch(/^00:00:00\.000 {2}GET \/v1\/user\/me {2}404 endpoint_not_found {2}nobody\n {2}note: /)
})

it.each<[TriggerInput['do'], string]>([
  [{ lose_response: true }, '200 (answer lost)'],
  [{ drop: true }, '200 (answer dropped)'],
  [{ reset: true }, '200 (answer reset)'],
  [{ truncate: true }, '200 (answer cut)'],
  [{ malformed: true }, '200 (answer spoiled)'],
  [[{ fail: { status: 503, body: 'down' } }, { lose_response: true }], '503 (answer lost)'],
])('says of an answer that its client did not get: %j', async (actions, told) => {
  const emulator = createEmulator()
  const stdout = new PassThrough()
  logRequests(emulator, 'pretty', { stdout } as unknown as Io)
  emulator.triggers.add({ when: { endpoint: 'GET /users/me', at: 'after' }, do: actions })
  await emulator.fetch(new Request('http://x/v1/users/me', ada)).catch(() => {})
  await new Promise((resolve) => setImmediate(resolve))
  expect(String(stdout.read()).split('\n', 1)).toEqual([`00:00:00.000  GET /v1/users/me  ${told}  ada`])
})

it('writes JSON lines without secrets', async () => {
  const text = await logged('json', new Request('http://x/v1/users/me', ada), new Request('http://x/v1/users/ben', ada))
  const entries = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { unit: string; caller: string })
  expect(entries.map(({ unit, caller }) => `${unit} ${caller}`)).toEqual([
    'GET /users/:user_id ada',
    'GET /users/:user_id ada',
  ])
  expect(text).not.toContain('svc-key-ada-admin')
})

it.each<[string, RequestInit, string]>([
  ['without credentials', {}, 'Send valid credentials: '],
  ['with an unknown key', { headers: { 'x-api-key': 'svc-key-adda' } }, 'The API key is not known.'],
])('says below a 401 %s why, and which keys there are', async (_, init, why) => {
  const lines = (await logged('pretty', new Request('http://x/v1/users/me', init))).split('\n')
  expect(lines[0]).toBe('00:00:00.000  GET /v1/users/me  401 unauthenticated  nobody')
  expect(lines[1]).toContain(`  note: ${why}`)
  expect(lines[2]).toMatch(/^ {2}keys: svc-key-ada-admin, svc-key-ada-read, .*, and 3 more$/)
})

it('gives no keys with a 401 that a trigger answered', async () => {
  const emulator = createEmulator()
  const stdout = new PassThrough()
  logRequests(emulator, 'pretty', { stdout } as unknown as Io)
  emulator.triggers.add({ name: 'out', when: { endpoint: '*' }, do: { fail: { error: 'unauthenticated' } } })
  await emulator.fetch(new Request('http://x/v1/users/me', ada))
  await new Promise((resolve) => setImmediate(resolve))
  expect(String(stdout.read())).toBe('00:00:00.000  GET /v1/users/me  401 unauthenticated  ada\n  trigger: out\n')
})

it('tells the status of a refused call, too', async () => {
  const text = await logged('pretty', new Request('http://x/v1/orgs/nothing', ada))
  expect(text).toContain('GET /v1/orgs/nothing  404 org_not_found  ada')
})

it('names the world of a request that is not for the main one', async () => {
  const begin = new Request('http://x/__emulator/worlds/mia', { method: 'PUT' })
  const named = new Request('http://x/v1/users/me', {
    headers: { 'x-api-key': 'svc-key-ada-admin', 'x-svc-world': 'mia' },
  })
  expect(await logged('pretty', begin, named, new Request('http://x/v1/users/me', ada))).toBe(
    '00:00:00.000  GET /v1/users/me  200  ada  world mia\n00:00:00.000  GET /v1/users/me  200  ada\n',
  )
  const lines = (await logged('json', begin, named)).trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { world?: string }).world)).toEqual(['mia'])
})

/** Lines of the log about requests, without their times, once all work that was due has been done. */
async function following(emulator: Emulator, act: () => Promise<unknown>): Promise<string[]> {
  const stdout = new PassThrough()
  logRequests(emulator, 'pretty', { stdout } as unknown as Io)
  await act()
  await new Promise((resolve) => setImmediate(resolve))
  const lines = String(stdout.read() ?? '').split('\n')
  return lines.flatMap((line) => /^[\d:.]+ {2}(.*)$/.exec(line)?.[1] ?? [])
}

it('writes one line for a request that was held: when it was let go, or its client left', async () => {
  const emulator = createEmulator()
  const lines = await following(emulator, async () => {
    const gate = emulator.hold({ endpoint: 'GET /users/me' })
    const late = emulator.hold({ endpoint: 'GET /orgs/:org_id', at: 'after' })
    const user = new AbortController()
    const answers = [
      emulator.fetch('http://x/v1/users/me', ada),
      emulator.fetch('http://x/v1/users/me', { ...ada, signal: user.signal }).catch(() => undefined),
      emulator.fetch('http://x/v1/orgs/acme', { ...ada, signal: user.signal }).catch(() => undefined),
    ]
    await Promise.all([gate.arrived(2), late.arrived()])
    gate.release()
    await answers[0]
    user.abort()
    await Promise.all(answers)
  })
  expect(lines).toEqual([
    'GET /v1/users/me  200  ada',
    'GET /v1/users/me  no answer (client left)  ada',
    'GET /v1/orgs/acme  200 (client left)  ada',
  ])
})

it('writes a line when the client of a server has its answer, or has left: never first one and then the other', async () => {
  const emulator = createEmulator()
  emulator.triggers.add({ when: { endpoint: 'GET /users/me', nth: 2 }, do: { delay: '1h' } })
  await using server = await startServer({ emulator })
  const journal = instanceOf(emulator).journal!
  const ends = () => new Promise<void>((resolve) => journal.listen(undefined, { ended: () => resolve() }))
  const lines = await following(emulator, async () => {
    const whole = ends()
    await (await fetch(`${server.url}/users/me`, ada)).text()
    await whole
    const left = ends()
    const user = new AbortController()
    const answer = fetch(`${server.url}/users/me`, { ...ada, signal: user.signal })
    await until(() => expect(emulator.journal.entries()).toHaveLength(2))
    user.abort()
    await answer.catch(() => undefined)
    await left
  })
  expect(lines).toEqual(['GET /v1/users/me  200  ada', 'GET /v1/users/me  200 (client left)  ada'])
})

it.each<[string, (emulator: Emulator) => unknown, string[]]>([
  ['calls of a socket', callOnSocket, ['call workflow.get_session  200  ada', 'call workflow.get_session  200  ada']],
  [
    'a call whose socket closes while it is held',
    async (emulator) => {
      emulator.hold('workflow.get_session')
      const socket = callOnSocket(emulator)
      await until(() => expect(emulator.journal.entries()).toHaveLength(2))
      socket.closed()
    },
    [
      'call workflow.get_session  no answer (client left)  ada',
      'call workflow.get_session  no answer (client left)  ada',
    ],
  ],
  [
    'a request that is only tried',
    (emulator) => emulator.fetch('/v1/users/me', { headers: { ...ada.headers, 'x-svc-dry-run': '1' } }),
    ['GET /v1/users/me  200  ada'],
  ],
  [
    'what the control API sends again, for which nobody waits',
    async (emulator) => {
      await emulator.fetch('/v1/users/me', ada)
      const again = await emulator.fetch('/__emulator/journal/1/resend', { method: 'POST' })
      expect(again.status).toBe(200)
    },
    ['GET /v1/users/me  200  ada', 'GET /v1/users/me  200  ada'],
  ],
  [
    'a request of a journal that was cleared before it ended',
    async (emulator) => {
      emulator.triggers.add({ when: { endpoint: 'GET /users/me' }, do: { delay: 1 } })
      const answer = emulator.fetch('/v1/users/me', ada)
      await until(() => expect(emulator.journal.entries()).toHaveLength(1))
      emulator.journal.clear()
      await answer
    },
    ['GET /v1/users/me  200  ada'],
  ],
])('has %s', async (_, act, lines) => {
  const emulator = createEmulator()
  expect(await following(emulator, async () => act(emulator))).toEqual(lines)
})

/** Sends a batch of two calls. */
function callOnSocket(emulator: Emulator) {
  const connection = { url: '/v1/realtime', headers: ['x-api-key', 'svc-key-ada-admin'], send() {}, close() {} }
  const session = emulator.connect(connection as unknown as Parameters<Emulator['connect']>[0])
  const call = { jsonrpc: '2.0', method: 'workflow.get_session', params: { session_id: 'run-01' } }
  session.receive(JSON.stringify([1, 2].map((id) => ({ ...call, id }))))
  return session
}

it.each<[string, string, string]>([
  ['GET /orgs/nothing', 'svc-key-ada-admin', "There is no organization 'nothing', or this caller cannot see it."],
  ['DELETE /orgs/acme', 'svc-key-ben-admin', "This needs admin access to organization 'acme'; 'ben' has read."],
  ['POST /orgs', 'svc-key-ada-admin', "The alias 'acme' is taken by an existing org."],
])('says below a refusal of %s why', async (asked, key, message) => {
  const [method = '', path = ''] = asked.split(' ')
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const body = method === 'POST' ? '{"name":"Acme","alias":"acme"}' : null
  const text = await logged('pretty', new Request(`http://x/v1${path}`, { method, headers, body }))
  expect(text.split('\n').slice(1)).toEqual([`  message: ${message}`, ''])
})
