import { http, HttpResponse, ws } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket as WebSocketOfWs } from 'ws'
import { createEmulator, type Emulator } from '../../index.ts'
import { createHandlers, createLeakGuard } from './msw.ts'

const place = { baseUrl: 'https://order.svc.test/v1' }
const realtime = 'wss://order.svc.test/v1/realtime'
const server = setupServer()
// Node 20 has no WebSocket of its own for msw to replace.
globalThis.WebSocket ??= WebSocketOfWs as unknown as typeof WebSocket

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

/** Makes a call on a socket, then one that ends it; returns what came, in order. */
function call(url = `${realtime}?api_key=svc-key-ada-admin`): Promise<string[]> {
  const socket = new WebSocket(url)
  const seen: string[] = []
  const send = (method: string) =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { org_id: 'acme' } }))
  socket.addEventListener('open', () => send('workflow.list_definitions'))
  return new Promise((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const { result } = JSON.parse(String(data)) as { result?: unknown }
      seen.push(typeof result === 'string' ? result : result === undefined ? 'error' : 'emulator')
      // The second answer comes after all answers to the first call.
      if (seen.length === 1) send('workflow.no_such_command')
      else socket.close(1000)
    })
    socket.addEventListener('close', ({ code }) => resolve([...seen, String(code)]))
  })
}

const answered = ['emulator', 'error', '1000']
const calls = (emulator: Emulator) => emulator.journal.entries({ command: 'workflow.list_definitions' }).length
const quiet = () => createEmulator({ warn: () => {} })
const mine = (url = realtime) =>
  ws.link(url).addEventListener('connection', ({ client }) => {
    client.addEventListener('message', () => void Promise.resolve().then(() => client.send('{"result":"mine"}')))
  })

describe.each([{}, { fallthrough: true }])('a socket goes to the first handler that matches, with %j', (options) => {
  const made = (emulator: Emulator) => createHandlers(emulator, { ...place, ...options })

  it('of a later emulator after server.use, of the first after resetHandlers', async () => {
    const [first, later] = [quiet(), quiet()]
    server.resetHandlers(...made(first))
    server.use(...made(later))
    expect([await call(), calls(first), calls(later)]).toEqual([answered, 0, 1])
    server.resetHandlers(...made(first))
    expect([await call(), calls(first), calls(later)]).toEqual([answered, 1, 1])
  })

  it('of its own emulator within a boundary', async () => {
    const outer = quiet()
    server.resetHandlers(...made(outer))
    const within = server.boundary(async () => {
      const emulator = quiet()
      server.use(...made(emulator))
      return [await call(), calls(emulator)]
    })
    expect(await Promise.all([within(), within()])).toEqual([
      [answered, 1],
      [answered, 1],
    ])
    expect(calls(outer)).toBe(0)
  })

  it('of the user in front of the emulator, whatever the credentials', async () => {
    const emulator = quiet()
    server.resetHandlers(...made(emulator))
    server.use(mine())
    expect(await call(`${realtime}?api_key=unknown`)).toEqual(['mine', 'mine', '1000'])
    expect(emulator.journal.entries()).toEqual([])
  })

  it('of the emulator in front of the user', async () => {
    server.resetHandlers(...made(quiet()), mine())
    expect(await call()).toEqual(answered)
  })
})

it('leaves a link of the user in front alone that is no URL of the API', async () => {
  const emulator = quiet()
  server.resetHandlers(mine('wss://order.svc.test/chat'), ...createHandlers(emulator, place))
  expect(await call('wss://order.svc.test/chat')).toEqual(['mine', 'mine', '1000'])
  expect(emulator.journal.entries()).toEqual([])
})

it('leaves a link of the user alone that stands in front of the leak guard', async () => {
  const emulator = quiet()
  server.resetHandlers(
    ...createHandlers(emulator, { ...place, fallthrough: true }),
    mine('wss://order.svc.test/chat'),
    ...createLeakGuard(emulator, place),
  )
  expect(await call('wss://order.svc.test/chat')).toEqual(['mine', 'mine', '1000'])
  expect(emulator.journal.entries()).toEqual([])
})

it('asks handlers that are used once before the emulator, and no more until they are restored', async () => {
  const status = async () => (await fetch(`${place.baseUrl}/users/me`)).status
  server.resetHandlers(...createHandlers(quiet(), place))
  server.use(http.get(`${place.baseUrl}/users/me`, () => new HttpResponse(null, { status: 418 }), { once: true }))
  expect([await status(), await status()]).toEqual([418, 401])
  server.restoreHandlers()
  expect([await status(), await status()]).toEqual([418, 401])
})
