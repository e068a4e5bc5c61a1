/** Attacks by a page of another origin, or by a malicious client. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { logRequests } from '../../cli/svc-emulator/request-log.ts'
import { HttpTarget } from '../../emulator/scenario/targets/http-target.ts'
import { createReporter } from '../../emulator/scenario/reporter.ts'
import { startServer, type RunningServer, type ServerOptions } from '../../emulator/adapters/node/server.ts'
import { until } from '../helpers/until.ts'
import { head, raw } from './raw.ts'

let server: RunningServer | undefined

async function start(options: ServerOptions = {}): Promise<RunningServer> {
  return (server = await startServer(options))
}

afterEach(async () => {
  await server?.close()
  server = undefined
})

describe('a page of another origin', () => {
  /** The status of the refusal, or 101. */
  const open = (origin: string | undefined): Promise<number> =>
    new Promise((resolve) => {
      const socket = new WebSocket(
        `${server!.realtimeUrl}?api_key=svc-key-ada-admin`,
        origin === undefined ? {} : { origin },
      )
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
    for (const origin of [
      'https://evil.example',
      'http://127.0.0.1:1',
      'null',
      'file://',
      `${new URL(url).origin}.evil.example`,
    ])
      expect([origin, await open(origin)]).toEqual([origin, 403])
    expect(emulator.journal.entries().at(-1)).toMatchObject({
      error: 'forbidden',
      notes: [expect.stringContaining('start with --cors')],
      request: { url: expect.stringContaining('[redacted]') as string },
    })
  })

  it('does where CORS is on; programs and pages of the server always do', async () => {
    const { url } = await start()
    expect(await open(undefined)).toBe(101)
    expect(await open(new URL(url).origin)).toBe(101)
    await server!.close()
    await start({ cors: true })
    expect(await open('https://page.example')).toBe(101)
  })

  it('is told of in the journal, because its browser tells nobody else', async () => {
    const { emulator } = await start()
    const [answer] = await raw(server!, head('GET', '/v1/users/me', 'origin: https://page.example'))
    expect(answer!.status).toBe(200)
    expect(answer!.headers).not.toHaveProperty('access-control-allow-origin')
    await raw(
      server!,
      head('OPTIONS', '/v1/users/me', 'origin: https://page.example', 'access-control-request-method: GET'),
    )
    for (const { notes } of emulator.journal.entries())
      expect(notes).toEqual([
        'a page of another origin (https://page.example) asked; start with --cors for its browser to let it read the answer',
      ])
  })

  it('may send what it asks for where CORS is on', async () => {
    const { emulator } = await start({ cors: true })
    const preflight = (asked: string) =>
      raw(
        server!,
        head(
          'OPTIONS',
          '/v1/users/me',
          'origin: https://page.example',
          'access-control-request-method: GET',
          `access-control-request-headers: ${asked}`,
        ),
      )
    expect((await preflight('traceparent,x-requested-with'))[0]!.headers).toMatchObject({
      'access-control-allow-origin': 'https://page.example',
      'access-control-allow-headers': 'traceparent,x-requested-with',
    })
    expect((await preflight('a"b'))[0]!.headers['access-control-allow-headers']).toContain('x-api-key')
    expect(
      (await raw(server!, head('GET', '/v1/users/me', 'origin: https://page.example')))[0]!.headers[
        'access-control-allow-headers'
      ],
    ).toContain('x-api-key')
    expect(emulator.journal.entries().flatMap(({ notes }) => notes)).toEqual([])
  })
})

describe('a request by a name that is not this machine', () => {
  const ask = (path: string, ...headers: string[]) =>
    raw(server!, `${['GET ' + path + ' HTTP/1.1', 'x-api-key: svc-key-ada-admin', ...headers].join('\r\n')}\r\n\r\n`)
  const chromium = 'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'

  it.each([
    ['a page that is bound anew', 'origin: http://evil.test:4010'],
    ['a page that says its site', 'sec-fetch-site: same-origin'],
    ['a page that is bound anew, with a GET', chromium],
  ])('is refused: %s', async (_, header) => {
    const { emulator } = await start()
    for (const path of ['/v1/users/me', '/', '/w/none/v1/users/me'])
      expect((await ask(path, 'host: evil.test:4010', header))[0]).toMatchObject({
        status: 403,
        text: JSON.stringify({
          status: 'failure',
          error: 'forbidden',
          message:
            "This server listens on this machine only, and a browser reached it as 'evil.test:4010': open it as localhost or 127.0.0.1, or start it with --name evil.test, or with --cors to serve pages of any name.",
        }),
      })
    expect(emulator.journal.entries()).toHaveLength(3)
    expect(emulator.journal.entries().at(-1)).toMatchObject({
      error: 'forbidden',
      notes: [
        "a browser reached this machine as 'evil.test:4010', which may be a page that makes its own name resolve here; start with --name or --cors to serve it",
      ],
    })
  })

  it('opens no socket', async () => {
    await start()
    const upgrade = [
      'connection: upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    ]
    const page = ['host: evil.test:4010', 'origin: http://evil.test:4010']
    expect((await ask('/v1/realtime', ...upgrade, ...page))[0]!.status).toBe(403)
    expect((await ask('/v1/realtime', ...upgrade, 'host: emulator:4010'))[0]!.status).toBe(101)
  })

  it.each([
    ['a program', ['host: emulator:4010']],
    ['a program of Node', ['host: emulator:4010', 'user-agent: node', 'sec-fetch-mode: cors']],
    ['a browser, by a name of this machine', ['host: LocalHost:4010', chromium, 'sec-fetch-site: same-origin']],
    ['a page of another port', ['host: 127.0.0.1:4010', chromium, 'origin: http://localhost:5173']],
  ])('is served: %s', async (_, headers) => {
    await start()
    expect((await ask('/v1/users/me', ...headers))[0]!.status).toBe(200)
  })

  it('is served where CORS is on, and by a server that listens beyond this machine', async () => {
    await start({ cors: true })
    expect((await ask('/v1/users/me', 'host: evil.test', chromium))[0]!.status).toBe(200)
    await server!.close()
    await start({ host: '0.0.0.0' })
    expect((await ask('/v1/users/me', 'host: emulator:4010', chromium))[0]!.status).toBe(200)
  })

  it('does not reach the control API, whose rule is its own', async () => {
    await start()
    expect((await ask('/__emulator/state', 'host: evil.test', chromium))[0]!.text).toContain('forbidden_host')
  })
})

describe('the control token', () => {
  const ask = (path: string, token?: string) =>
    raw(server!, head('GET', `/__emulator${path}`, ...(token === undefined ? [] : [`x-emulator-token: ${token}`])))

  it('is asked for on this machine too, where one was given; not by /health', async () => {
    await start({ controlToken: 'secret' })
    expect((await ask('/state'))[0]).toMatchObject({
      status: 401,
      text: expect.stringContaining('asks for its control token') as string,
    })
    expect((await ask('/state', 'wrong'))[0]!.status).toBe(401)
    expect((await ask('/state', 'secret'))[0]!.status).toBe(200)
    expect(JSON.parse((await ask('/health'))[0]!.text)).toMatchObject({ status: 'ok' })
  })

  it('a delay that no timer can hold is refused, not answered at once', async () => {
    const { emulator } = await start()
    expect(() => emulator.triggers.add({ when: { command: '*' }, do: [{ delay: 1e15 }] })).toThrow(
      /do\[0\]\.delay: expected at most 24h/,
    )
  })
})

describe('what a client sends', () => {
  const evil = '\u001b]0;owned\u0007\u001b[2J\r\n12:00:00.000  GET /v1/forged  200  ada\u009b31m\u202e'
  // oxlint-disable-next-line no-control-regex
  const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e]/

  it('reaches the terminal as text, on the line it belongs to', async () => {
    const { emulator } = await start()
    const printed: string[] = []
    const io = (form: 'pretty' | 'json') => {
      const stdout = new Writable({
        write: (piece, _, done) => {
          printed.push(String(piece))
          done()
        },
      })
      logRequests(emulator, form, { stdout } as never)
    }
    io('pretty')
    io('json')
    const session = emulator.connect({
      url: '/v1/realtime',
      headers: ['x-api-key', 'svc-key-ada-admin'],
      send() {},
      close() {},
    })
    session.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method: evil }))
    await until(() => expect(printed.join('')).toContain('"number":1'))
    const text = printed.join('')
    expect(text).toContain('u001b[2J')
    expect(text).not.toMatch(obeyed)
    expect(text.split('\n').filter((line) => /^\S+ {2}GET \/v1\/forged/.test(line))).toEqual([])
    for (const line of text.split('\n').filter((each) => each.startsWith('{')))
      expect(() => {
        JSON.parse(line)
      }).not.toThrow()
  })

  it('reaches no reporter raw', () => {
    const printed: string[] = []
    const result = {
      name: evil,
      about: evil,
      ok: false,
      file: undefined,
      notes: [evil],
      problems: [evil],
      clauses: [],
      steps: [{ number: 1, title: evil, status: 'failed', reasons: [evil], transcript: [evil] }],
    }
    for (const name of ['pretty', 'tap', 'junit'] as const) {
      const reporter = createReporter(name, {
        write: (text) => {
          printed.push(text)
        },
        color: false,
        live: false,
      })
      reporter.scenario?.(result as never)
      reporter.end?.([result] as never)
    }
    expect(printed.join('').replaceAll('\r', '')).not.toMatch(obeyed)
  })
})

describe('a server that never ends its answer', () => {
  /** Resolves to its port; it counts what it was made to send. */
  async function endless(): Promise<{ port: number; close(): void }> {
    const others = createServer((_, response) => {
      const piece = Buffer.alloc(1024 * 1024, ' ')
      const send = (): void => {
        while (!response.destroyed && response.write(piece));
      }
      response.on('drain', send).writeHead(200, { 'content-type': 'application/json' })
      send()
    })
    await new Promise<void>((resolve) => {
      others.listen(0, '127.0.0.1', resolve)
    })
    return {
      port: (others.address() as AddressInfo).port,
      close: () => {
        others.closeAllConnections()
        others.close()
      },
    }
  }

  it('is left by replay', async () => {
    const { port, close } = await endless()
    try {
      const target = new HttpTarget({ apiUrl: `http://127.0.0.1:${port}/v1` })
      expect(
        await target.request({ method: 'GET', path: '/users/me', headers: {}, timeout: 60_000 } as never),
      ).toMatchObject({ outcome: 'cut', reason: 'the answer has more than 83886080 bytes' })
    } finally {
      close()
    }
  })
})
