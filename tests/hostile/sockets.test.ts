/** Memory that clients of the realtime API can make a server hold. */
import { instanceOf } from '../../emulator/host/instance-of.ts'
import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createEmulator } from '../../emulator/index.ts'
import { serveSocket } from '../../emulator/adapters/node/socket-session.ts'

describe('a batch', () => {
  it('is answered up to a bound: each call may ask for a megabyte', () => {
    const emulator = createEmulator({ journal: false, settings: { limits: { request_body_bytes: 64 * 1024 * 1024 } } })
    const sent: string[] = []
    const session = emulator.connect({
      url: '/v1/realtime',
      headers: ['x-api-key', 'svc-key-ada-admin'],
      send: (text) => {
        sent.push(text)
      },
      close() {},
    })
    const ask = (id: number, method: string, params: object) => ({ jsonrpc: '2.0', id, method, params })
    session.receive(
      JSON.stringify(
        ask(0, 'workflow.put_session_object', { session_id: 'run-01', key: 'large', value: 'x'.repeat(1_000_000) }),
      ),
    )
    sent.length = 0
    session.receive(
      JSON.stringify(
        Array.from({ length: 100 }, (_, i) =>
          ask(i + 1, 'workflow.put_session_object', {
            session_id: 'run-01',
            key: 'large',
            value: i === 0 ? 'x'.repeat(2_500_000) : 'y'.repeat(i === 1 ? 2_500_000 : 1),
          }),
        ),
      ),
    )
    const answers = JSON.parse(sent[0]!) as { error?: { data: unknown } }[]
    expect(answers).toHaveLength(100)
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(2)
    expect(answers.at(-1)!.error!.data).toEqual({
      error: 'limit_exceeded',
      limit: { name: 'batch_answer', max: 4 * 1024 * 1024 },
    })
  })
})

describe('a client that does not read', () => {
  /** Answers one call on a socket that has so much left to send. */
  function answer(bufferedAmount: number): { sent: number; cut: boolean; paused: boolean } {
    const seen = { sent: 0, cut: false, paused: false }
    const webSocket = Object.assign(new EventEmitter(), {
      OPEN: 1,
      readyState: 1,
      bufferedAmount,
      send: () => {
        seen.sent++
      },
      terminate: () => {
        seen.cut = true
      },
      pause: () => {
        seen.paused = true
      },
      resume() {},
      close() {},
    })
    serveSocket(
      {
        instance: instanceOf(createEmulator()),
        request: { method: 'GET', url: '/v1/realtime', headers: ['x-api-key', 'svc-key-ada-admin'], body: null },
        opening: 'accepted',
      },
      new EventEmitter() as never,
      webSocket as never,
    )
    webSocket.emit(
      'message',
      Buffer.from(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workflow.list_sessions', params: { org_id: 'acme' } }),
      ),
      false,
    )
    return seen
  }

  it('is not read from beyond a megabyte, and answered in full', () => {
    expect(answer(0)).toEqual({ sent: 1, cut: false, paused: false })
    expect(answer(1024 * 1024)).toEqual({ sent: 1, cut: false, paused: true })
    expect(answer(64 * 1024 * 1024)).toEqual({ sent: 1, cut: false, paused: true })
  })
})
