import { request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { until } from '../../../tests/helpers/until.ts'
import { startServer, type RunningServer, type ServerOptions } from './server.ts'

let server: RunningServer | undefined

async function start(options: ServerOptions = {}): Promise<RunningServer> {
  server = await startServer(options)
  return server
}

afterEach(async () => {
  await server?.close()
  server = undefined
})

interface Reply {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}

/** Sends a request with forged headers, including Host. */
function send(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Reply> {
  const { port } = new URL(server!.url)
  return new Promise((resolve, reject) => {
    const sent = request(
      { port, host: '127.0.0.1', method, path, headers: { host: `127.0.0.1:${port}`, ...headers } },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode!, text, headers: response.headers }))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

const json = { 'content-type': 'application/json' }

describe('the control API over a network', () => {
  it('answers this machine', async () => {
    await start()
    expect(JSON.parse((await send('GET', '/__emulator/health')).text)).toMatchObject({
      status: 'ok',
      scenario: 'starter',
    })
    expect((await send('HEAD', '/__emulator/health')).text).toBe('')
    expect(await send('POST', '/__emulator/health')).toMatchObject({ status: 405, headers: { allow: 'HEAD, GET' } })
    expect((await send('GET', '/__emulator/healt')).text).toContain("did you mean '/health'?")
  })

  it('is not there for a rebound name', async () => {
    await start()
    for (const path of ['/__emulator/health', '/__emulator/state/api_keys', '/__emulator/export']) {
      const reply = await send('GET', path, { host: 'evil.example' })
      expect(reply.status).toBe(403)
      expect(reply.text).not.toContain('svc-key')
    }
  })

  it('is not there for a form of another site, whatever it claims to be', async () => {
    const { emulator } = await start()
    const before = emulator.export()
    const forms = [
      { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      { origin: 'null', 'content-type': 'text/plain' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'text/plain; x=application/json' },
    ]
    for (const headers of forms) {
      const reply = await send('POST', '/__emulator/state/users', headers as Record<string, string>, '{"alias":"evil"}')
      expect([403, 415]).toContain(reply.status)
    }
    expect(
      (
        await send('OPTIONS', '/__emulator/reset', {
          origin: 'https://evil.example',
          'access-control-request-method': 'POST',
        })
      ).headers,
    ).not.toHaveProperty('access-control-allow-origin')
    expect(emulator.export()).toEqual(before)
  })

  it('sends no CORS headers, not even where the API does', async () => {
    await start({ cors: true })
    expect((await send('GET', '/__emulator/health')).headers).not.toHaveProperty('access-control-allow-origin')
    expect((await send('GET', '/v1/users/me', { 'x-api-key': 'svc-key-ada-admin' })).headers).toHaveProperty(
      'access-control-allow-origin',
      '*',
    )
  })

  it.each([
    '/__emulator/../../../etc/passwd',
    '/__emulator/state/..%2f..%2f..%2fetc%2fpasswd',
    '/__emulator/snapshots/%2e%2e%2f%2e%2e/restore',
    '/__emulator//etc/passwd',
    '/w/..%2f..%2f/__emulator/health',
    '/__emulator/state/constructor',
    '/__emulator/state/users/__proto__',
    '/__emulator/%00',
    '/__emulatorx/health',
  ])('finds nothing at %s', async (path) => {
    await start()
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, text } = await send(method, path, json, method === 'POST' ? '{}' : undefined)
      expect([400, 404, 405]).toContain(status)
      expect(text).not.toContain('root:')
    }
  })

  it('refuses an import that is too large, nested too deep or no JSON, and changes nothing', async () => {
    const { emulator } = await start()
    const before = emulator.export()
    const huge = `{"svc_emulator_state":1,"tables":"${'x'.repeat(65 * 1024 * 1024)}"}`
    expect((await send('PUT', '/__emulator/export', json, huge)).status).toBe(413)
    const deep = `{"svc_emulator_state":1,"triggers":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}}`
    expect((await send('PUT', '/__emulator/export', json, deep)).status).toBe(400)
    const record = `{"alias":"deep","name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect((await send('POST', '/__emulator/state/users', json, record)).status).toBe(400)
    expect((await send('POST', '/__emulator/state/users', json, '{"alias":')).status).toBe(400)
    expect(emulator.export()).toEqual(before)
    expect((await send('GET', '/__emulator/health')).status).toBe(200)
  })

  it('asks for the token beyond this machine, also where the host is spoofed', async () => {
    const { controlToken } = await start({ host: '0.0.0.0' })
    expect(controlToken).toMatch(/^[\w-]{24}$/)
    expect((await send('GET', '/__emulator/health', { host: 'a-pod:4010' })).status).toBe(200)
    expect((await send('GET', '/__emulator/state')).status).toBe(401)
    expect((await send('GET', '/__emulator/state', { host: 'localhost' })).status).toBe(401)
    expect((await send('GET', '/w/w1/__emulator/health')).status).toBe(404)
    expect((await send('POST', '/__emulator/worlds', { ...json, 'x-emulator-token': controlToken! })).status).toBe(201)
    expect((await send('GET', '/w/w1/__emulator/health')).status).toBe(200)
    expect((await send('GET', '/w/w1/__emulator/state')).status).toBe(401)
    expect(
      (await send('GET', '/w/w1/__emulator/health', { 'x-emulator-token': controlToken!, host: 'anything.example' }))
        .status,
    ).toBe(200)
    expect((await send('GET', '/v1/users/me', { 'x-api-key': 'svc-key-ada-admin' })).status).toBe(200)
  })

  it('takes the token that it was given', async () => {
    expect((await start({ host: '0.0.0.0', controlToken: 'mine' })).controlToken).toBe('mine')
    expect((await send('GET', '/__emulator/health', { 'x-emulator-token': 'mine' })).status).toBe(200)
  })

  it('stays closed when another server of the same emulator listens on this machine alone', async () => {
    const { emulator, controlToken } = await start({ host: '0.0.0.0' })
    const inner = await startServer({ emulator })
    expect(inner.controlToken).toBe(controlToken)
    expect((await send('GET', '/__emulator/state')).status).toBe(401)
    await inner.close()
  })

  it('streams the journal, and a client that leaves is forgotten', async () => {
    const { emulator, controlUrl, url } = await start()
    const leave = new AbortController()
    const stream = await fetch(`${controlUrl}/journal/stream`, { signal: leave.signal })
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toBe(': open\n\n')
    await fetch(`${url}/users/me`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })
    expect((await reader.read()).value).toContain('event: exchange\nid: 1\n')
    leave.abort()
    await until(() => expect(emulator.journal.listeners).toBe(0))
  })

  it('ends streams when it closes', async () => {
    const { controlUrl, emulator } = await start()
    const stream = await fetch(`${controlUrl}/journal/stream`)
    await server!.close()
    expect(await stream.text()).toBe(': open\n\n')
    await until(() => expect(emulator.journal.listeners).toBe(0))
  })

  it('answers a program that speaks HTTP 1.0 without a host', async () => {
    await start()
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(Number(new URL(server!.url).port), '127.0.0.1', () =>
        socket.write('GET /__emulator/clock HTTP/1.0\r\n\r\n'),
      )
      socket
        .setEncoding('utf8')
        .on('data', (chunk) => {
          text += String(chunk)
        })
        .on('close', () => resolve(text))
    })
    expect(answer).toContain('{"now":"2026-01-01T00:00:00.000Z"}')
  })

  it('serves worlds with sockets of their own, which deleting closes', async () => {
    const { controlUrl } = await start()
    const created = (await (await fetch(`${controlUrl}/worlds`, { method: 'POST' })).json()) as {
      world: string
      base_url: string
      realtime_url: string
    }
    expect(
      (await fetch(`${created.base_url}/users/me`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })).status,
    ).toBe(200)
    const { WebSocket } = await import('ws')
    const socket = new WebSocket(created.realtime_url, { headers: { 'x-api-key': 'svc-key-ada-admin' } })
    await new Promise((resolve) => socket.once('open', resolve))
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    expect((await fetch(`${controlUrl}/worlds/${created.world}`, { method: 'DELETE' })).status).toBe(200)
    expect(await closed).toBe(1001)
    expect((await fetch(`${created.base_url}/users/me`)).status).toBe(404)
  })

  it('lists and loads shipped scenarios by name, and no files', async () => {
    const { controlUrl } = await start()
    const { scenarios } = (await (await fetch(`${controlUrl}/scenarios`)).json()) as {
      scenarios: { name: string; about: string }[]
    }
    expect((await send('POST', '/__emulator/scenario', json, '{"name":"/etc/passwd"}')).status).toBe(404)
    for (const { name } of scenarios.slice(0, 1)) {
      expect((await send('POST', '/__emulator/scenario', json, JSON.stringify({ name }))).status).toBe(200)
    }
  })
})

describe('a server that closes', () => {
  it('does not wait for a connection that never sent a byte', async () => {
    await start()
    const socket = connect(Number(new URL(server!.url).port), '127.0.0.1')
    await new Promise((resolve) => socket.once('connect', resolve))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await server!.close()
    await closed
  })
})
