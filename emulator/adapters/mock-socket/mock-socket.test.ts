import { WebSocket } from 'mock-socket'
import { describe, expect, it } from 'vitest'
import { WebSocket as WebSocketOfWs } from 'ws'
import { playTranscript } from '../../../tests/conformance/socket-transcript.ts'
import { createEmulator } from '../../index.ts'
import { createMockSocketServer } from './mock-socket.ts'
import { startServer } from '../node/server.ts'
import { hostOf } from '../../host/instance-of.ts'

const url = 'ws://mock.svc.test/v1/realtime'

describe('sockets through mock-socket', () => {
  it('need an emulator and a URL', () => {
    expect(() => createMockSocketServer(undefined as never, url)).toThrow(
      'createMockSocketServer: expected an emulator, as createEmulator() gives, got nothing',
    )
    expect(() => createMockSocketServer(createEmulator(), '/v1/realtime')).toThrow(
      "createMockSocketServer: expected a URL that starts with 'ws://' or 'wss://', got string \"/v1/realtime\"",
    )
  })

  it('answer byte for byte what the server answers', async () => {
    const mock = createMockSocketServer(createEmulator(), url)
    await using running = await startServer()
    expect(await playTranscript(WebSocket, url)).toEqual(await playTranscript(WebSocketOfWs, running.realtimeUrl))
    mock.stop()
  })

  // One test for each difference in docs/decisions/0303-sockets-of-the-transports.md.
  it('with wrong credentials open first, and close with 1008', async () => {
    const emulator = createEmulator()
    const mock = createMockSocketServer(emulator, url)
    const seen: unknown[] = []
    const socket = new WebSocket(`${url}?api_key=wrong`)
    socket.onopen = () => seen.push('open')
    await new Promise<void>((resolve) => {
      socket.onclose = ({ code, reason, wasClean }) => {
        seen.push(code, reason, wasClean)
        resolve()
      }
    })
    expect(seen).toEqual(['open', 1008, 'unauthenticated', false])
    expect(hostOf(emulator).connections.size).toBe(0)
    mock.stop()
  })

  it('leave the global WebSocket alone, and nothing behind when the client closes', async () => {
    const before = globalThis.WebSocket
    const emulator = createEmulator()
    const mock = createMockSocketServer(emulator, url)
    expect(globalThis.WebSocket).toBe(before)
    const socket = new WebSocket(`${url}?api_key=svc-key-ada-admin`)
    await new Promise((resolve) => (socket.onopen = resolve))
    expect(hostOf(emulator).connections.size).toBe(1)
    socket.close()
    await new Promise((resolve) => (socket.onclose = resolve))
    expect(hostOf(emulator).connections.size).toBe(0)
    mock.stop()
  })
})
