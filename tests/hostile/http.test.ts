/** The edges of HTTP: whatever arrives is answered in the envelope, and nothing is lost. */
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNodeServer } from '../../emulator/adapters/node/node.ts'
import { startServer, type RunningServer } from '../../emulator/adapters/node/server.ts'
import { limitDefaults } from '../../emulator/engine/world/settings.ts'
import { until } from '../helpers/until.ts'
import { head, raw } from './raw.ts'

let server: RunningServer
const warnings: string[] = []
const onWarning = (warning: Error): void => {
  warnings.push(warning.message)
}

beforeEach(async () => {
  process.on('warning', onWarning)
  server = await startServer()
})

afterEach(async () => {
  await server.close()
  process.off('warning', onWarning)
  expect(warnings.splice(0)).toEqual([])
})

const key = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=='
const opening = (...headers: readonly string[]): string[] => ['connection: Upgrade', 'upgrade: websocket', ...headers]

describe('in the envelope', () => {
  it.each<[string, string, number, string, RegExp]>([
    [
      'an expectation that nobody can meet',
      head('POST', '/v1/orgs', 'expect: a-miracle', 'content-length: 0'),
      417,
      'invalid_request_body',
      /'a-miracle'/,
    ],
    [
      'a handshake without a key',
      head('GET', '/v1/realtime', ...opening('sec-websocket-version: 13')),
      400,
      'invalid_request_body',
      /Sec-WebSocket-Key/,
    ],
    [
      'a handshake with a bad key',
      head('GET', '/v1/realtime', ...opening('sec-websocket-version: 13', 'sec-websocket-key: x')),
      400,
      'invalid_request_body',
      /Sec-WebSocket-Key/,
    ],
    [
      'a handshake of another version',
      head('GET', '/v1/realtime', ...opening('sec-websocket-version: 99', key)),
      426,
      'invalid_request_body',
      /version 13.*'99'/,
    ],
    [
      'a handshake with a bad protocol',
      head('GET', '/v1/realtime', ...opening('sec-websocket-version: 13', key, 'sec-websocket-protocol: ,,')),
      400,
      'invalid_request_body',
      /Sec-WebSocket-Protocol/,
    ],
    [
      'a handshake by POST',
      head('POST', '/v1/realtime', ...opening('sec-websocket-version: 13', key)),
      405,
      'method_not_allowed',
      /used POST/,
    ],
    [
      'a handshake for a path without a socket',
      head('GET', '/v1/nowhere', ...opening('sec-websocket-version: 13', key)),
      404,
      'endpoint_not_found',
      /nowhere/,
    ],
    [
      'POST to the realtime path',
      head('POST', '/v1/realtime', 'content-length: 0'),
      404,
      'endpoint_not_found',
      /realtime/,
    ],
    [
      'CONNECT',
      'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n',
      405,
      'method_not_allowed',
      /no tunnel/,
    ],
    [
      'more than a thousand headers',
      head('GET', '/v1/users/me', ...Array<string>(999).fill('a: 1')),
      431,
      'request_too_large',
      /more than 1000 headers/,
    ],
    [
      'more than Node would count',
      head('GET', '/v1/users/me', ...Array<string>(2_500).fill('a:1')),
      431,
      'request_too_large',
      /more than 1000 headers/,
    ],
    ['two hosts', head('GET', '/v1/users/me', 'Host: a'), 400, 'invalid_request_body', /more than one Host header/],
    [
      'two hosts of an upgrade',
      head('GET', '/v1/realtime', 'HOST: a', ...opening('sec-websocket-version: 13', key)),
      400,
      'invalid_request_body',
      /more than one Host header/,
    ],
    [
      'more headers with an upgrade',
      head('GET', '/v1/realtime', ...opening('sec-websocket-version: 13', key), ...Array<string>(999).fill('a: 1')),
      431,
      'request_too_large',
      /more than 1000 headers/,
    ],
    [
      'two lengths',
      head('POST', '/v1/orgs', 'content-length: 2', 'transfer-encoding: chunked'),
      400,
      'invalid_request_body',
      /not valid HTTP/,
    ],
    [
      'a method of no protocol',
      'BREW /v1/orgs HTTP/1.1\r\nhost: x\r\n\r\n',
      400,
      'invalid_request_body',
      /not valid HTTP/,
    ],
  ])('%s', async (_, request, status, error, message) => {
    const [answer] = await raw(server, request)
    expect(answer).toMatchObject({ status, headers: { 'content-type': 'application/json' } })
    expect(answer!.headers).not.toHaveProperty('date')
    expect(JSON.parse(answer!.text)).toMatchObject({
      status: 'failure',
      error,
      message: expect.stringMatching(message) as string,
    })
  })

  it('a thousand headers are read to the last', async () => {
    const lines = [...Array<string>(998).fill('a: 1'), 'x-api-key: svc-key-ada-admin']
    const [answer] = await raw(server, `GET /v1/users/me HTTP/1.1\r\nhost: x\r\n${lines.join('\r\n')}\r\n\r\n`)
    expect(answer!.status).toBe(200)
  })

  it('a head that trickles in is late, and no bad syntax', async () => {
    // The server of the others waits for a minute; this one looks every 20 ms.
    const impatient = createNodeServer(server.emulator, {
      headersTimeout: 100,
      requestTimeout: 100,
      connectionsCheckingInterval: 20,
    })
    impatient.listen(0, '127.0.0.1')
    await once(impatient, 'listening')
    const url = `http://127.0.0.1:${(impatient.address() as AddressInfo).port}`
    const letters = head('GET', '/v1/users/me').slice(0, -2).split('')
    try {
      const [answer] = await raw({ url }, letters)
      expect(answer).toMatchObject({ status: 408, headers: { 'content-type': 'application/json' } })
      expect(JSON.parse(answer!.text)).toMatchObject({
        status: 'failure',
        error: 'invalid_request_body',
        message: expect.stringContaining('did not arrive whole') as string,
      })
      expect(answer!.text).not.toContain('not valid HTTP')
    } finally {
      impatient.close()
    }
  })
})

describe('an offer of h2c', () => {
  const offer = (n: number, method = 'GET', body = ''): string =>
    head(
      method,
      `${method === 'GET' ? '/v1/users/me' : '/v1/orgs'}?n=${n}`,
      'connection: Upgrade, HTTP2-Settings',
      'upgrade: h2c',
      'http2-settings: AAMAAABkAAQAAP__',
      ...(body === '' ? [] : ['content-type: application/json', `content-length: ${body.length}`]),
    ) + body
  const plain = (n: number): string => head('GET', `/v1/users/me?n=${n}`)
  const statuses = async (parts: string | readonly string[], count: number): Promise<number[]> =>
    (await raw(server, parts, count)).map(({ status }) => status)
  const sent = (): string[] =>
    server.emulator.journal.entries().map(({ request }) => new URL(request.url, 'http://x').searchParams.get('n')!)

  it('loses none of the requests behind it', async () => {
    expect(await statuses([1, 2, 3, 4].map((n) => (n === 2 ? offer(n) : plain(n))).join(''), 4)).toEqual([
      200, 200, 200, 200,
    ])
    expect(sent()).toEqual(['1', '2', '3', '4'])
  })

  it('thirty of them at once, and one after the other, lose none and warn of nothing', async () => {
    const offers = Array.from({ length: 30 }, (_, n) => offer(n))
    expect(await statuses(offers.join(''), 30)).toEqual(Array(30).fill(200))
    expect(await statuses(offers, 30)).toEqual(Array(30).fill(200))
  })

  it('waits for the answers before it', async () => {
    const gate = server.emulator.hold({ endpoint: 'GET /users/me', every: 2 })
    const answers = statuses(`${offer(1)}${plain(2)}${offer(3)}${offer(4)}${plain(5)}`, 5)
    for (let count = 1; count <= 2; count++) {
      await gate.arrived(count)
      gate.release()
    }
    expect(await answers).toEqual([200, 200, 200, 200, 200])
    expect(sent()).toEqual(['1', '2', '3', '4', '5'])
  })

  it('keeps its body, in one piece or two', async () => {
    const body = JSON.stringify({ name: 'A', alias: 'first-org', visibility: 'private' })
    const other = body.replace('first', 'other')
    expect(await statuses(`${offer(1, 'POST', body)}${plain(2)}`, 2)).toEqual([200, 200])
    const whole = offer(3, 'POST', other)
    expect(await statuses([whole.slice(0, -10), `${whole.slice(-10)}${plain(4)}`], 2)).toEqual([200, 200])
    expect(server.emulator.world.orgs.get('other-org')).toBeDefined()
  })

  it('keeps its body, in chunks', async () => {
    const body = JSON.stringify({ name: 'A', alias: 'third-org', visibility: 'private' })
    const chunks = [body.slice(0, 9), body.slice(9), ''].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
    const lines = offer(1, 'POST', body)
      .split('\r\n\r\n')[0]!
      .replace(/content-length: \d+/, 'transfer-encoding: chunked')
    expect(await statuses([`${lines}\r\n\r\n${chunks[0]!}`, `${chunks.slice(1).join('')}${plain(2)}`], 2)).toEqual([
      200, 200,
    ])
    expect(server.emulator.world.orgs.get('third-org')).toBeDefined()
  })

  it('with more body than is read is refused', async () => {
    const most = limitDefaults.request_body_bytes
    expect(await statuses([offer(1, 'POST', 'x'.repeat(most + 100_000)), plain(2)], 2)).toEqual([413, 200])
  })
})

describe('requests ahead of their answers', () => {
  const get = head('GET', '/v1/users/me')
  const add = (alias: string): string => {
    const body = JSON.stringify({ alias, name: alias })
    return `${head('POST', '/v1/orgs', 'content-type: application/json', `content-length: ${body.length}`)}${body}`
  }

  it('are handled in their order, whatever has a body', async () => {
    const answers = await raw(
      server,
      Array.from({ length: 20 }, (__, n) => add(`o-${n}`) + head('GET', `/v1/orgs/o-${n}`)).join(''),
      40,
    )
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(40).fill(200))
  })

  it('are not read faster than they are handled', async () => {
    const own = createNodeServer(server.emulator)
    let read = 0
    own.on('connection', (socket) => {
      server.emulator.journal.listen(({ number }) => {
        if (number === 200) read = socket.bytesRead
      })
    })
    own.listen(0, '127.0.0.1')
    await once(own, 'listening')
    const client = connect((own.address() as AddressInfo).port, '127.0.0.1')
    client.resume()
    client.write(get.repeat(5_000))
    await until(() => expect(server.emulator.journal.last).toBe(5_000))
    client.destroy()
    own.close()
    expect(read).toBeLessThan(2 * 64 * 1024 + get.length)
  })

  it('are answered before what is no HTTP is refused, and before a tunnel is', async () => {
    for (const [bad, status] of [
      ['no http\r\n\r\nat all\r\n\r\n', 400],
      ['CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n', 405],
    ] as const) {
      const answers = await raw(server, [`${get.repeat(10)}${bad}`, bad], 12)
      expect(answers.map((answer) => answer.status)).toEqual([...Array<number>(10).fill(200), status])
    }
  })

  it('are answered before a body that breaks off is refused', async () => {
    const answers = await raw(
      server,
      `${get.repeat(3)}${head('POST', '/v1/orgs', 'transfer-encoding: chunked')}zz\r\n`,
      5,
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400])
  })
})
