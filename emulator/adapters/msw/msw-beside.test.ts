import { ws } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket as WebSocketOfWs } from 'ws'
import { escapePlace } from '../../../tests/conformance/escapes.ts'
import { createEmulator, type Emulator } from '../../index.ts'
import { createHandlers, createLeakGuard } from './msw.ts'

const server = setupServer()
// Node 20 has no WebSocket of its own for msw to replace.
globalThis.WebSocket ??= WebSocketOfWs as unknown as typeof WebSocket

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

function serve(options: Parameters<typeof createHandlers>[1] = {}, ...more: Parameters<typeof server.use>): Emulator {
  const emulator = createEmulator({ warn: () => {} })
  server.resetHandlers(...createHandlers(emulator, { ...escapePlace, ...options }), ...more)
  return emulator
}

const closed = (url: string): Promise<[number, string]> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url)
    socket.addEventListener('close', ({ code, reason }) => resolve([code, reason]))
  })

async function opens(url: string): Promise<void> {
  const socket = new WebSocket(url)
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  socket.close()
}

describe('the option `beside`', () => {
  const beside = ({ url }: Request) => (url.endsWith('/token') ? Response.json({ url }) : undefined)

  it.each([
    ['in front', {}, false],
    ['as guard', { fallthrough: true }, true],
  ])('answers on the host of the API what is not below its address: %s', async (_, options, guarded) => {
    const emulator = createEmulator({ beside, warn: () => {} })
    const guard = guarded ? createLeakGuard(emulator, escapePlace) : []
    server.resetHandlers(...createHandlers(emulator, { ...escapePlace, ...options }), ...guard)
    const url = new URL('/oauth/token', escapePlace.baseUrl).href
    expect(await (await fetch(url)).json()).toEqual({ url })
    expect((await fetch(new URL('/oauth/else', escapePlace.baseUrl))).status).toBe(501)
    expect(emulator.journal.entries().map((entry) => [entry.beside, entry.error])).toEqual([
      [true, null],
      [undefined, 'escaped'],
    ])
  })
})

describe('beside sockets of the user', () => {
  it('have sockets of their own beside ours, with `fallthrough`', async () => {
    serve(
      { fallthrough: true },
      ws.link('wss://live.svc.test/chat').addEventListener('connection', ({ client }) => client.close(4000, 'mine')),
    )
    expect(await closed('wss://live.svc.test/chat')).toEqual([4000, 'mine'])
  })

  it('the guard behind them leaves those alone that are served', async () => {
    const emulator = createEmulator({ warn: () => {} })
    server.resetHandlers(
      ...createHandlers(emulator, { ...escapePlace, fallthrough: true }),
      ...createLeakGuard(emulator, escapePlace),
    )
    expect(await closed('wss://live.svc.test/elsewhere')).toEqual([
      1008,
      'escaped: not the realtime URL of the emulator',
    ])
    await opens('wss://live.svc.test/v1/realtime?api_key=svc-key-ada-admin')
    expect(emulator.journal.entries({ error: 'escaped' })).toHaveLength(1)
  })
})
