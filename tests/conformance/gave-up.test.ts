/** A client that leaves before the last byte of its answer is seen, through every transport. */
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createHandlers } from '../../emulator/adapters/msw/msw.ts'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { createEmulator, type Emulator, type TriggerInput } from '../../emulator/index.ts'
import { HarEntries } from '../../emulator/engine/journal/har.ts'
import { until } from '../helpers/until.ts'
import { openSocket, type SocketConstructor } from './socket.ts'

const ada = { 'x-api-key': 'svc-key-ada-admin' }

function emulatorWith(action: TriggerInput['do']): Emulator {
  const emulator = createEmulator()
  emulator.triggers.add({ when: { endpoint: 'GET /users/me' }, do: action })
  return emulator
}

/** Waits until the journal tells that the client of its only entry left. */
async function seenIn(emulator: Emulator): Promise<void> {
  await until(() =>
    expect(emulator.journal.entries()).toMatchObject([{ delivery: 'gave up', response: { status: 200 } }]),
  )
  expect(emulator.verify({ endpoint: 'GET /users/me', delivery: 'gave up' }, { times: 1 }).ok).toBe(true)
  expect([...new HarEntries(emulator.journal.timeline(), 'http://x')]).toMatchObject([
    { _svc: { delivery: 'gave up' } },
  ])
}

/** Sends a request, and leaves once it was answered by the world, or half of its body has come. */
async function leave(emulator: Emulator, url: string, send: typeof fetch, half: boolean): Promise<void> {
  const user = new AbortController()
  const answer = send(`${url}/users/me`, { headers: ada, signal: user.signal })
  if (half) await (await answer).body!.getReader().read()
  else await until(() => expect(emulator.journal.entries()).toHaveLength(1))
  user.abort()
  await answer.catch(() => undefined)
}

const late = { delay: '1h' } as const
const slow = { slow: { bytes_per_second: 40 } } as const

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }))
afterAll(() => server.close())

it.each([
  ['waits for it', late, false],
  ['has half of it', slow, true],
] as const)('a client that %s', async (_, action, half) => {
  const own = emulatorWith(action)
  await leave(own, 'http://emulator/v1', own.fetch, half)
  await seenIn(own)

  const mocked = emulatorWith(action)
  server.use(...createHandlers(mocked, { baseUrl: 'http://api.svc.test/v1', realtimeUrl: false }))
  await leave(mocked, 'http://api.svc.test/v1', (input, init) => fetch(input, init), half)
  await seenIn(mocked)
  server.resetHandlers()

  const served = emulatorWith(action)
  await using running = await startServer({ emulator: served })
  await leave(served, running.url, (input, init) => fetch(input, init), half)
  await seenIn(served)
})

it('a client that cancels the body in process', async () => {
  const emulator = emulatorWith(slow)
  const { body } = await emulator.fetch('/v1/users/me', { headers: ada })
  await body!.cancel()
  await seenIn(emulator)
})

it('a client whose socket closes before the answer', async () => {
  const emulator = createEmulator()
  emulator.triggers.add({ when: { command: '*' }, do: late })
  await using running = await startServer({ emulator })
  const open = WebSocket as unknown as SocketConstructor
  const socket = await openSocket(open, running.realtimeUrl, 'svc-key-ada-admin')
  for (const id of [1, 2])
    socket.send(
      JSON.stringify({ jsonrpc: '2.0', id, method: 'workflow.get_session', params: { session_id: 'run-01' } }),
    )
  await until(() => expect(emulator.journal.entries()).toHaveLength(2))
  socket.close()
  await until(() =>
    expect(emulator.journal.entries()).toMatchObject([{ delivery: 'gave up' }, { delivery: 'gave up' }]),
  )
})

it('a client that got its whole answer did not leave, and a fault that ended its connection says more', async () => {
  const emulator = createEmulator()
  emulator.triggers.add({ when: { endpoint: 'GET /users/me', nth: 2 }, do: { lose_response: true } })
  await using running = await startServer({ emulator })
  const headers = { ...ada, connection: 'close' }
  await (await fetch(`${running.url}/users/me`, { headers })).text()
  await fetch(`${running.url}/users/me`, { headers }).catch(() => undefined)
  await running.close()
  expect(emulator.journal.entries().map(({ delivery }) => delivery)).toEqual([undefined, 'lost'])
})
