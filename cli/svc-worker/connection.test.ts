import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type StandIn, startStandIn } from '../../tests/helpers/cli/stand-in.ts'
import { until } from '../../tests/helpers/until.ts'
import { type ConnectionOptions, LIVED_MS, stayConnected } from './connection.ts'

let service: StandIn
let log: string[]
let stop: AbortController
beforeEach(async () => {
  service = await startStandIn()
  log = []
  stop = new AbortController()
})
afterEach(() => service.close())
const connect = (options: Partial<ConnectionOptions> = {}) =>
  stayConnected({
    url: service.realtimeUrl,
    apiKey: 'svc-key-ada-admin',
    env: {},
    once: false,
    stopping: stop.signal,
    log: (text) => log.push(text),
    wait: () => 5,
    ...options,
  })

describe('stayConnected', () => {
  it('shows the key in the header of the upgrade and says goodbye when it is told to stop', async () => {
    const running = connect()
    await until(() => expect(service.sockets.size).toBe(1))
    const [socket] = service.sockets
    const closed = new Promise((resolve) => socket?.on('close', resolve))
    await until(() => expect(log).toEqual([`ready at ${service.realtimeUrl}`]))
    stop.abort()
    await running
    await expect(closed).resolves.toBe(1000)
    expect(service.requests).toEqual(['UPGRADE /v1/realtime svc-key-ada-admin'])
  })

  it('leaves after the connection is ready with once', async () => {
    await connect({ once: true })
    expect(log).toEqual([`ready at ${service.realtimeUrl}`])
  })

  it('connects anew when the connection is lost, with pauses that grow until one has lived for a while', async () => {
    const pauses: number[] = []
    const wait = (failures: number): number => {
      pauses.push(failures)
      return 5
    }
    let time = 0
    const running = connect({ wait, now: () => time })
    for (const [count, lived] of [0, LIVED_MS - 1, 0, LIVED_MS, 0].entries()) {
      await until(() => expect([log.length, service.sockets.size]).toEqual([2 * count + 1, 1]))
      time += lived
      for (const socket of service.sockets) socket.close(1012)
    }
    await until(() => expect(log).toHaveLength(11))
    stop.abort()
    await running
    expect(log[1]).toBe('not connected: the connection was closed (1012); next attempt in 0.0 s')
    expect(pauses).toEqual([0, 1, 2, 0, 1])
  })

  it('leaves no listener, however often it connects', async () => {
    const running = connect()
    for (let count = 0; count < 30; count++) {
      await until(() => expect([log.length, service.sockets.size]).toEqual([2 * count + 1, 1]))
      for (const socket of service.sockets) socket.close(1012)
    }
    await until(() => expect([log.length, service.sockets.size]).toEqual([61, 1]))
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1)
    stop.abort()
    await running
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
  })

  it('keeps trying a service that is away, and stops at once in the middle of a pause', async () => {
    await service.close()
    const pauses: number[] = []
    const wait = (failures: number): number => {
      pauses.push(failures)
      return failures < 2 ? 1 : 60_000
    }
    const running = connect({ wait })
    await until(() => expect(pauses).toEqual([0, 1, 2]))
    stop.abort()
    await running
    expect(log[0]).toContain('ECONNREFUSED')
  })

  it('is API_UNAVAILABLE with once when the service is away', async () => {
    await service.close()
    await expect(connect({ once: true })).rejects.toMatchObject({
      code: 'API_UNAVAILABLE',
      message: expect.stringContaining(service.realtimeUrl),
    })
  })

  it('is AUTH_INVALID when the upgrade is refused, and does not try again', async () => {
    await expect(connect({ apiKey: 'svc-key-nobody' })).rejects.toMatchObject({
      code: 'AUTH_INVALID',
      message: expect.not.stringContaining('nobody'),
    })
    expect(service.requests).toHaveLength(1)
  })

  it.each([
    ['an empty 401', '401 Unauthorized', '', 'HTTP 401, not by the API'],
    ['a web page with 403', '403 Forbidden', '<html>Blocked</html>', 'HTTP 403, not by the API'],
    ['foreign JSON with 401', '401 Unauthorized', '{"message":"Unauthorized"}', 'HTTP 401, not by the API'],
    ['a redirect', '302 Found\r\nLocation: https://elsewhere.example/', '', 'a redirect, which is not followed'],
  ])('tries again after %s, which is not from the API', async (_, head, body, reason) => {
    service.upgrades.push((socket) => socket.end(`HTTP/1.1 ${head}\r\nConnection: close\r\n\r\n${body}`))
    const running = connect()
    await until(() => expect(log.at(-1)).toBe(`ready at ${service.realtimeUrl}`))
    expect(log[0]).toContain(reason)
    stop.abort()
    await running
  })

  it.each([
    ['7', 'next attempt in 7.0 s'],
    ['3600', 'next attempt in 60.0 s'],
  ])('waits for a Retry-After of %s, a minute at most', async (after, text) => {
    service.upgrades.push((socket) =>
      socket.end(`HTTP/1.1 503 Busy\r\nRetry-After: ${after}\r\nConnection: close\r\n\r\n`),
    )
    const running = connect()
    await until(() => expect(log).toHaveLength(1))
    expect(log[0]).toContain(text)
    stop.abort()
    await running
  })

  it('gives a connection up that no longer answers', async () => {
    const running = connect({ heartbeat: 20 })
    await until(() => expect(service.sockets.size).toBe(1))
    for (const socket of service.sockets) socket.pause()
    await until(() => expect(log[1]).toContain('the service went silent'))
    stop.abort()
    await running
  })

  it('does nothing when it is told to stop before it begins', async () => {
    stop.abort()
    await connect()
    expect([log, service.requests]).toEqual([[], []])
  })
})
