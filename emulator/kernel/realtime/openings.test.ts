import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createEmulator } from '../../index.ts'
import { startServer, type RunningServer } from '../../transports/node/server.ts'
import type { SocketOpening } from '../../world/settings.ts'

let server: RunningServer | undefined
afterEach(() => server?.close())

async function serving(...sockets: SocketOpening[]): Promise<RunningServer> {
  return (server = await startServer({ settings: { sockets } }))
}

/** What a client sees of a socket first: that it opens, the close code, or the status of a refusal with the type of its body. */
function firstOf({ realtimeUrl }: RunningServer): Promise<unknown> {
  const socket = new WebSocket(`${realtimeUrl}?api_key=svc-key-ada-admin`)
  return new Promise((resolve) => {
    socket.on('close', (code) => resolve(code))
    socket.on('unexpected-response', (_, response) => {
      resolve([response.statusCode, response.headers['content-type']])
      response.destroy()
    })
    socket.on('error', () => {})
    socket.on('open', () => {
      socket.send('{"jsonrpc":"2.0","id":1,"method":"workflow.get_session","params":{"session_id":"run-01"}}')
      socket.on('message', () => {
        resolve('answers')
        socket.terminate()
      })
    })
  })
}

describe('the sockets that a client opens', () => {
  it('are what the settings say, in turn; the last holds for all after it', async () => {
    const running = await serving('accepted', 'bad_gateway', 'unauthenticated', 'closed', 'accepted')
    const seen: unknown[] = []
    for (let n = 0; n < 6; n++) seen.push(await firstOf(running))
    expect(seen).toEqual(['answers', [502, 'text/html'], [401, 'application/json'], 1013, 'answers', 'answers'])
  })

  it('may never be answered', async () => {
    const running = await serving('hangs', 'accepted')
    const socket = new WebSocket(running.realtimeUrl, { handshakeTimeout: 100 })
    await expect(new Promise((resolve) => socket.on('error', resolve))).resolves.toMatchObject({ message: 'Opening handshake has timed out' })
    expect(await firstOf(running)).toBe('answers')
  })

  it('are counted anew with the world', () => {
    const emulator = createEmulator({ settings: { sockets: ['closed', 'accepted'] } })
    const open = () => {
      const codes: number[] = []
      emulator.connect({ url: '/v1/realtime', send: () => {}, close: (code) => codes.push(code) })
      return codes
    }
    expect([open(), open()]).toEqual([[1013], []])
    emulator.reset()
    expect(open()).toEqual([1013])
  })
})
