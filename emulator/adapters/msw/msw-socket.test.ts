import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket as WebSocketOfWs } from 'ws'
import { playTranscript } from '../../../tests/conformance/socket-transcript.ts'
import { createEmulator } from '../../index.ts'
import { createHandlers } from './msw.ts'
import { startServer } from '../node/server.ts'
import { hostOf } from '../../host/instance-of.ts'

const url = 'ws://api.svc.test/v1/realtime'
const server = setupServer()
// Node 20 has no WebSocket of its own for msw to replace.
globalThis.WebSocket ??= WebSocketOfWs as unknown as typeof WebSocket

// msw 2.6 cannot let a connection of the package `ws` pass to a server: it refuses the status 101 (fixed in 2.7).
const breaksRealSockets = process.env['MATRIX_MSW'] === 'msw-oldest'

beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }))
afterAll(() => server.close())
afterEach(() => vi.unstubAllGlobals())

function serve(options: Parameters<typeof createHandlers>[1] = { baseUrl: 'http://api.svc.test/v1' }) {
  const emulator = createEmulator()
  server.resetHandlers(...createHandlers(emulator, options))
  return emulator
}

describe('sockets through msw', () => {
  it.skipIf(breaksRealSockets)('answer byte for byte what the server answers', async () => {
    serve()
    const intercepted = await playTranscript(WebSocket, url)
    await using running = await startServer()
    const served = await playTranscript(WebSocketOfWs, running.realtimeUrl)
    expect(intercepted).toHaveLength(24)
    expect(intercepted).toEqual(served)
  })

  it('live at the URL that was asked for', async () => {
    serve({ baseUrl: 'http://api.svc.test/v1', realtimeUrl: 'ws://sockets.svc.test/live' })
    expect(await playTranscript(WebSocket, 'ws://sockets.svc.test/live')).toHaveLength(24)
  })

  it.each([
    ['http://localhost:5173/orgs/acme', 'ws://localhost:5173/api/v1/realtime'],
    ['https://app.svc.test/', 'wss://app.svc.test/api/v1/realtime'],
  ])('live below a path of the page, here %s', async (href, realtime) => {
    vi.stubGlobal('location', new URL(href))
    const emulator = serve({ baseUrl: '/api/v1' })
    expect(await playTranscript(WebSocket, realtime)).toHaveLength(24)
    expect(emulator.journal.entries({ error: 'escaped' })).toEqual([])
  })

  it('with wrong credentials close with 1008 before they open, where the server refuses the upgrade', async () => {
    const emulator = serve()
    const seen: unknown[] = []
    const socket = new WebSocket(`${url}?api_key=wrong`)
    socket.addEventListener('open', () => seen.push('open'))
    await new Promise<void>((resolve) => {
      socket.addEventListener('close', ({ code, reason }) => {
        seen.push(code, reason)
        resolve()
      })
    })
    expect(seen).toEqual([1008, 'unauthenticated'])
    expect(hostOf(emulator).connections.size).toBe(0)
    expect(emulator.journal.entries().at(-1)).toMatchObject({ error: 'unauthenticated' })
  })

  it('leave nothing behind when the client closes', async () => {
    const emulator = serve()
    const socket = new WebSocket(`${url}?api_key=svc-key-ada-admin`)
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    expect(hostOf(emulator).connections.size).toBe(1)
    socket.close()
    await new Promise((resolve) => socket.addEventListener('close', resolve))
    expect(hostOf(emulator).connections.size).toBe(0)
  })
})
