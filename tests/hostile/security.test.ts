/** What a page of another origin, or a client that means no good, can reach. */
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startServer, type RunningServer, type ServerOptions } from '../../emulator/transports/node/server.ts'
import { head, raw } from './raw.ts'

let server: RunningServer

async function start(options: ServerOptions = {}): Promise<RunningServer> {
  server = await startServer(options)
  return server
}

afterEach(() => server.close())

describe('a page of another origin', () => {
  /** The status of the refusal, or 101. */
  const open = (origin: string | undefined): Promise<number> => new Promise((resolve) => {
    const socket = new WebSocket(`${server.realtimeUrl}?api_key=svc-key-ada-admin`, origin === undefined ? {} : { origin })
    socket.on('open', () => {
      socket.close()
      resolve(101)
    })
    socket.on('unexpected-response', (_, { statusCode }) => {
      socket.terminate()
      resolve(statusCode!)
    })
    socket.on('error', () => {})
  })

  it('opens no socket, with whatever key', async () => {
    const { emulator, url } = await start()
    for (const origin of ['https://evil.example', 'http://127.0.0.1:1', 'null', 'file://', `${new URL(url).origin}.evil.example`]) expect([origin, await open(origin)]).toEqual([origin, 403])
    expect(emulator.journal.entries().at(-1)).toMatchObject({ error: 'forbidden', notes: [expect.stringContaining('start with --cors')], request: { url: expect.stringContaining('[redacted]') as string } })
  })

  it('does where CORS is on; programs and pages of the server always do', async () => {
    const { url } = await start()
    expect(await open(undefined)).toBe(101)
    expect(await open(new URL(url).origin)).toBe(101)
    await server.close()
    await start({ cors: true })
    expect(await open('https://page.example')).toBe(101)
  })

  it('is told of in the journal, because its browser tells nobody else', async () => {
    const { emulator } = await start()
    const [answer] = await raw(server, head('GET', '/v1/users/me', 'origin: https://page.example'))
    expect(answer!.status).toBe(200)
    expect(answer!.headers).not.toHaveProperty('access-control-allow-origin')
    await raw(server, head('OPTIONS', '/v1/users/me', 'origin: https://page.example', 'access-control-request-method: GET'))
    for (const { notes } of emulator.journal.entries()) expect(notes).toEqual(['a page of another origin (https://page.example) asked; start with --cors for its browser to let it read the answer'])
  })

  it('may send what it asks for where CORS is on', async () => {
    const { emulator } = await start({ cors: true })
    const preflight = (asked: string) => raw(server, head('OPTIONS', '/v1/users/me', 'origin: https://page.example', 'access-control-request-method: GET', `access-control-request-headers: ${asked}`))
    expect((await preflight('traceparent,x-requested-with'))[0]!.headers).toMatchObject({ 'access-control-allow-origin': '*', 'access-control-allow-headers': 'traceparent,x-requested-with' })
    expect((await preflight('a"b'))[0]!.headers['access-control-allow-headers']).toContain('x-api-key')
    expect((await raw(server, head('GET', '/v1/users/me', 'origin: https://page.example')))[0]!.headers['access-control-allow-headers']).toContain('x-api-key')
    expect(emulator.journal.entries().flatMap(({ notes }) => notes)).toEqual([])
  })
})
