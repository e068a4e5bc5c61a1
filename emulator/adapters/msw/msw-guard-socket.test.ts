import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket as WebSocketOfWs } from 'ws'
import { escapePlace } from '../../../tests/conformance/escapes.ts'
import { createEmulator, type Emulator } from '../../index.ts'
import { createHandlers } from './msw.ts'

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

describe('a socket to the host of the API that is not the realtime URL', () => {
  it.each([
    ['another scheme', 'ws://live.svc.test/v1/realtime'],
    ['another path', 'wss://live.svc.test/v1/realtimes'],
    ['the host of REST', 'wss://api.svc.test/v1/realtime'],
  ])('is closed: %s', async (_, url) => {
    const emulator = serve()
    expect(await closed(`${url}?api_key=svc-key-ada-admin`)).toEqual([
      1008,
      'escaped: not the realtime URL of the emulator',
    ])
    expect(emulator.journal.entries({ error: 'escaped' })).toMatchObject([
      { via: 'socket', request: { url: `${url}?api_key=[redacted]` } },
    ])
  })
})
