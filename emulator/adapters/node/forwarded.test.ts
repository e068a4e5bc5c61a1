import { once } from 'node:events'
import { request } from 'node:http'
import { WebSocket } from 'ws'
import { afterEach, describe, expect, it } from 'vitest'
import { isFromElsewhere } from './forwarded.ts'
import { startServer, type RunningServer } from './server.ts'

describe('a client is on another machine', () => {
  it.each<[string, string, string[], boolean]>([
    ['by its connection', '192.168.0.7', [], true],
    ['not by loopback', '127.0.0.1', [], false],
    ['not by loopback in IPv6', '::ffff:127.0.0.1', [], false],
    ['by a proxy', '127.0.0.1', ['X-Forwarded-For', '203.0.113.9'], true],
    ['by a proxy that appends', '127.0.0.1', ['x-forwarded-for', '127.0.0.1, 203.0.113.9'], true],
    ['by two proxies', '127.0.0.1', ['x-forwarded-for', '127.0.0.1', 'x-forwarded-for', '203.0.113.9'], true],
    ['by Forwarded', '127.0.0.1', ['forwarded', 'for="[2001:db8::1]:4711";proto=https'], true],
    ['by X-Real-IP', '::1', ['x-real-ip', '203.0.113.9'], true],
    ['by a proxy that does not say for whom', '127.0.0.1', ['x-forwarded-proto', 'https'], true],
    ['by a proxy that names a path alone', '127.0.0.1', ['x-forwarded-prefix', '/svc'], true],
    [
      'not by a proxy for this machine',
      '127.0.0.1',
      ['x-forwarded-for', '127.0.0.1', 'x-forwarded-proto', 'https'],
      false,
    ],
    ['not by Forwarded for this machine', '::1', ['forwarded', 'for="[::1]:4711"'], false],
  ])('%s', (_, peer, headers, expected) => {
    expect(isFromElsewhere(peer, headers)).toBe(expected)
  })
})

let server: RunningServer | undefined
afterEach(() => server?.close())

interface Answer {
  readonly status: number
  readonly text: string
}

function ask(method: string, path: string, headers: Record<string, string>): Promise<Answer> {
  const { port } = new URL(server!.url)
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode!, text }))
    })
    sent.on('error', reject).end()
  })
}

const through = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'svc.qa:8443' }
const below = (prefix: string) => ({ ...through, 'x-forwarded-prefix': prefix })

it('resets nothing for a client elsewhere that sends `Host: localhost`', async () => {
  server = await startServer()
  server.emulator.world.users.update('ada', { name: 'Kept' })
  for (const headers of [
    { host: 'localhost', 'x-forwarded-for': '203.0.113.9' },
    { host: 'localhost', forwarded: 'for=203.0.113.9' },
    { host: 'localhost', 'x-forwarded-host': 'localhost' },
  ] as Record<string, string>[]) {
    const { status, text } = await ask('POST', '/__emulator/reset', headers)
    expect([status, text]).toEqual([403, expect.stringContaining('--control-token')])
  }
  expect(server.emulator.world.users.get('ada')?.name).toBe('Kept')
})

it('tells addresses as the client of a trusted proxy reached it, and of no other', async () => {
  const addresses = async () => {
    const headers = { host: '127.0.0.1:4011', 'x-emulator-token': 't', ...through }
    return JSON.parse((await ask('PUT', '/__emulator/worlds/mia', headers)).text) as Record<string, string>
  }
  server = await startServer({ controlToken: 't', names: ['svc.qa'], behindProxy: true })
  expect(await addresses()).toMatchObject({
    base_url: 'https://svc.qa:8443/w/mia/v1',
    realtime_url: 'wss://svc.qa:8443/w/mia/v1/realtime',
    control_url: 'https://svc.qa:8443/w/mia/__emulator',
  })
  await server.close()
  server = await startServer({ controlToken: 't' })
  expect(await addresses()).toMatchObject({ base_url: 'http://127.0.0.1:4011/w/mia/v1' })
})

it.each([
  ['/svc', '/svc'],
  ['/teams/a.b/', '/teams/a.b'],
  ['/', ''],
  ['//evil.example', ''],
  ['svc', ''],
])('tells addresses below the path of a trusted proxy: %s', async (given, prefix) => {
  server = await startServer({ controlToken: 't', names: ['svc.qa'], behindProxy: true })
  const headers = { 'x-emulator-token': 't', ...below(given) }
  const made = JSON.parse((await ask('PUT', '/__emulator/worlds/mia', headers)).text) as Record<string, string>
  expect(made['base_url']).toBe(`https://svc.qa:8443${prefix}/w/mia/v1`)
  expect((await ask('GET', '/', { ...headers, accept: 'text/html' })).text).toContain(
    `The inspector is at ${prefix}/__emulator/;`,
  )
})

it('opens a socket for a page of the name under which a trusted proxy was asked', async () => {
  server = await startServer({ behindProxy: true })
  const headers = { origin: 'https://any.example', 'x-forwarded-host': 'any.example' }
  const page = new WebSocket(`${server.realtimeUrl}?api_key=svc-key-ada-admin`, { headers })
  const [refused] = (await once(page, 'unexpected-response').then(([, { statusCode }]) => [statusCode])) as [number]
  expect(refused).toBe(403)
  await server.close()
  server = await startServer({ behindProxy: true, names: ['any.example'] })
  const named = new WebSocket(`${server.realtimeUrl}?api_key=svc-key-ada-admin`, { headers })
  await once(named, 'open')
  named.terminate()
})
