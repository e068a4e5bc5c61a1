import type { Fault } from '../../engine/faults/registry.ts'
import { connect, type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { until } from '../../../tests/helpers/until.ts'
import type { TriggerInput } from '../../index.ts'
import { startServer, type RunningServer } from './server.ts'

const path = '/v1/users/me'
const request = `GET ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: svc-key-ada-admin\r\n\r\n`

async function serverWith(...triggers: TriggerInput['do'][]): Promise<RunningServer> {
  const server = await startServer()
  for (const [i, actions] of triggers.entries())
    server.emulator.triggers.add({ when: { endpoint: 'GET /users/me', nth: i + 1 }, do: actions })
  return server
}

/** Sends text on a socket and collects everything until it ends. */
function exchange(
  server: RunningServer,
  text: string,
): Promise<{ received: string; error: string | undefined; socket: Socket }> {
  return new Promise((resolve) => {
    let received = ''
    let error: string | undefined
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => (received += String(chunk)))
    socket.on('error', (reason: NodeJS.ErrnoException) => (error = reason.code))
    socket.on('close', () => resolve({ received, error, socket }))
  })
}

it.each<[string, TriggerInput['do'], string | undefined]>([
  ['drop', { drop: true }, undefined],
  ['lose_response', { lose_response: true }, undefined],
  ['reset', { reset: true }, 'ECONNRESET'],
])('%s ends the connection before any byte', async (_, actions, code) => {
  await using server = await serverWith(actions)
  expect(await exchange(server, request)).toMatchObject({ received: '', error: code })
})

it('sends exactly the bytes of a truncated answer, and announces them all', async () => {
  await using server = await serverWith({ truncate: { bytes: 7 } })
  const { received, error } = await exchange(server, request)
  const [head, body] = received.split('\r\n\r\n')
  expect(body).toBe('{"statu')
  expect(Number(/content-length: (\d+)/.exec(head!)?.[1])).toBeGreaterThan(100)
  expect(head).not.toMatch(/^date:/im)
  expect(error).toBeUndefined()
})

it('keeps the order of pipelined answers, and ends the connection after those before', async () => {
  await using server = await serverWith({ hold: 'first' }, { drop: true })
  const { emulator } = server
  const exchanged = exchange(server, request + request)
  await until(() => expect(emulator.journal.entries()).toMatchObject([{ delivery: 'held' }, { delivery: 'dropped' }]))
  emulator.gates[0]!.release()
  const { received } = await exchanged
  expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(1)
  expect(received).toMatch(/"role":"owner"\}\}$/)
})

it.each<Fault>([{ delay: '1h' }, { stall: true }, { slow: { bytes_per_second: 1 } }])(
  'forgets an answer whose client has gone: %j',
  async (fault) => {
    await using server = await serverWith(fault)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const client = connect(Number(new URL(server.url).port), '127.0.0.1')
      client.write(request)
      await until(() => expect(vi.getTimerCount()).toBe(1))
      client.destroy()
      await until(() => expect(vi.getTimerCount()).toBe(0))
    } finally {
      vi.useRealTimers()
    }
  },
)

it('lets held answers go when the server closes', async () => {
  const server = await serverWith({ delay: 0 })
  const gate = server.emulator.hold('GET /users/me', { at: 'after' })
  const answer = fetch(server.url.replace('/v1', path), { headers: { 'x-api-key': 'svc-key-ada-admin' } })
  await gate.arrived()
  const [{ status }] = await Promise.all([answer, server.close()])
  expect(status).toBe(200)
})

it('does not wait for a long one', async () => {
  const server = await serverWith({ delay: '1h' })
  const answer = fetch(server.url.replace('/v1', path), { headers: { 'x-api-key': 'svc-key-ada-admin' } }).catch(
    (error: Error) => error.message,
  )
  await until(() => expect(server.emulator.triggers.list()[0]!.fired).toBe(1))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const closed = server.close()
    vi.advanceTimersByTime(2_000)
    await closed
  } finally {
    vi.useRealTimers()
  }
  expect(await answer).toBe('fetch failed')
})
