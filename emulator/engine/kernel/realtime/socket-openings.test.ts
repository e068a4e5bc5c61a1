import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { hostOf } from '../../../host/instance-of.ts'
import { createEmulator } from '../../../index.ts'
import { startServer, type RunningServer } from '../../../adapters/node/server.ts'
import type { SocketOpening } from '../../world/settings.ts'
import { refuseOpening } from './refuse-opening.ts'

let server: RunningServer | undefined
afterEach(() => server?.close())

async function serving(...sockets: SocketOpening[]): Promise<RunningServer> {
  return (server = await startServer({ settings: { sockets } }))
}

/** Opens a socket; gives the outcome: answers, the close code, or the status of a refusal with its content type. */
function openSocket({ realtimeUrl }: RunningServer): Promise<unknown> {
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

/** A connection whose upgrade is never answered. */
async function hanging(running: RunningServer): Promise<Socket> {
  const socket = connect({ port: Number(new URL(running.url).port), host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {}).resume()
  const upgrade =
    'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nx-api-key: svc-key-ada-admin'
  socket.write(`GET /v1/realtime HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n\r\n`)
  await once(socket, 'ready')
  // The next one is answered: this one has been read.
  expect(await openSocket(running)).toBe('answers')
  return socket
}

describe('the sockets that a client opens', () => {
  it('are what the settings say, in turn; the last holds for all after it', async () => {
    const running = await serving('accepted', 'bad_gateway', 'unauthenticated', 'closed', 'accepted')
    const seen: unknown[] = []
    for (let n = 0; n < 6; n++) seen.push(await openSocket(running))
    expect(seen).toEqual(['answers', [502, 'text/html'], [401, 'application/json'], 1013, 'answers', 'answers'])
  })

  it('may never be answered', async () => {
    const running = await serving('hangs', 'accepted')
    const socket = new WebSocket(running.realtimeUrl, { handshakeTimeout: 100 })
    await expect(new Promise((resolve) => socket.on('error', resolve))).resolves.toMatchObject({
      message: 'Opening handshake has timed out',
    })
    expect(await openSocket(running)).toBe('answers')
  })

  it('are let go, unanswered, when the client goes', async () => {
    const socket = await hanging(await serving('hangs', 'accepted'))
    socket.end()
    await once(socket, 'end')
  })

  it('are let go, unanswered, when the server closes, and hold it up no longer than others', async () => {
    const running = await serving('hangs', 'accepted')
    const socket = await hanging(running)
    // The grace of the server never ends.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      await running.close()
    } finally {
      vi.useRealTimers()
    }
    socket.destroy()
  })

  it('are heard of by who listens, until told to stop', () => {
    const { openings } = hostOf(createEmulator({ settings: { sockets: ['hangs', 'closed'] } }))
    const heard: string[] = []
    const stop = openings.listen(() => heard.push('first'))
    openings.listen(() => heard.push('second'))
    expect([openings.next(), openings.next()]).toEqual(['hangs', 'closed'])
    stop()
    expect([openings.next(), openings.count]).toEqual(['closed', 3])
    expect(heard).toEqual(['first', 'second', 'first', 'second', 'second'])
  })

  it('that are refused are in the journal, where there is one, and show nothing of the service', () => {
    const emulator = createEmulator()
    const host = hostOf(emulator)
    const request = { method: 'GET', url: '/v1/realtime', headers: [], body: null }
    const refused = refuseOpening(host, request, 'unauthenticated')!
    expect([refused.status, JSON.parse(refused.body as string)]).toEqual([
      401,
      { status: 'failure', error: 'unauthenticated', message: 'Missing or invalid credentials.' },
    ])
    expect(emulator.journal.entries()).toMatchObject([
      { via: 'http', error: 'unauthenticated', response: { status: 401 }, assumptions: [] },
    ])
    expect(emulator.journal.entries()[0]!.clauses).toEqual([
      'service.json-answers',
      'envelope.status-on-every-response',
      'envelope.failure-has-error-and-message',
    ])
    expect(refuseOpening({ ...host, journal: undefined }, request, 'unauthenticated')).toEqual(refused)
    expect(refuseOpening(host, request, 'accepted')).toBeUndefined()
    expect(emulator.journal.entries()).toHaveLength(1)
  })

  it('are counted anew with the world', () => {
    const emulator = createEmulator({ settings: { sockets: ['closed', 'accepted'] } })
    const open = () => {
      const codes: unknown[] = []
      emulator.connect({ url: '/v1/realtime', send: () => {}, close: (code, reason) => codes.push([code, reason]) })
      return codes
    }
    expect([open(), open()]).toEqual([[[1013, 'try again later']], []])
    emulator.reset()
    expect(open()).toEqual([[1013, 'try again later']])
  })
})
