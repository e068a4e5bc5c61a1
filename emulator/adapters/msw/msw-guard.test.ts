import nodeHttp from 'node:http'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { escapePlace, escapes } from '../../../tests/conformance/escapes.ts'
import { createEmulator, type Emulator } from '../../index.ts'
import { createHandlers, createLeakGuard } from './msw.ts'

const BASE = escapePlace.baseUrl
const ada = { headers: { 'x-api-key': 'svc-key-ada-admin' } }
const server = setupServer()

// An unanswered request fails here: a leak is noticed, and none leaves this machine.
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

function serve(options: Parameters<typeof createHandlers>[1] = {}, ...more: Parameters<typeof server.use>): Emulator {
  const emulator = createEmulator({ warn: () => {} })
  server.resetHandlers(...createHandlers(emulator, { ...escapePlace, ...options }), ...more)
  return emulator
}

describe('a request to the host of the API that is not for the API', () => {
  it.each(escapes)('is answered with a failure: %s', async (_, url) => {
    const emulator = serve()
    const response = await fetch(url, { method: 'DELETE', ...ada })
    const shown = new URL(url).href.replace(/\?.*/, '')
    expect(response.status).toBe(501)
    expect(await response.json()).toEqual({
      status: 'failure',
      error: 'escaped',
      message: expect.stringContaining(`DELETE ${shown} missed the emulator`) as string,
    })
    const [entry, ...rest] = emulator.journal.entries({ error: 'escaped' })
    expect(rest).toEqual([])
    expect(entry).toMatchObject({
      via: 'http',
      unit: null,
      caller: null,
      error: 'escaped',
      request: { method: 'DELETE', url: new URL(url).href, headers: { 'x-api-key': '[redacted]' } },
      response: { status: 501 },
    })
    expect(emulator.verify({ error: 'escaped' }, { times: 0 }).ok).toBe(false)
  })

  it('says which version the base URL lacks', async () => {
    serve({ baseUrl: 'https://api.svc.test' })
    const { message } = (await (await fetch('https://api.svc.test/v1/users/me', ada)).json()) as { message: string }
    expect(message).toBe(
      "GET https://api.svc.test/v1/users/me missed the emulator, which answers REST at https://api.svc.test/: without the mock it would have left for the network with its credentials. The base URL lacks the version: use 'https://api.svc.test/v1'.",
    )
  })

  it.each([
    'https://api.svc.test/v1',
    'https://api.svc.test/svc/v1',
    'https://api.svc.test/api/v2',
    'https://api.svc.test/v1beta',
  ])('with the version twice is answered as a server answers it: below %s', async (baseUrl) => {
    const emulator = serve({ baseUrl })
    const response = await fetch(`${baseUrl}/v1/users/me`, ada)
    const served = await createEmulator().fetch(new Request('http://127.0.0.1:4010/v1/v1/users/me', ada))
    expect(response.status).toBe(404)
    expect(await response.text()).toBe(await served.text())
    expect(emulator.journal.entries()).toMatchObject([{ error: 'endpoint_not_found' }])
  })

  it('is caught from node:http as well', async () => {
    const emulator = serve()
    const status = await new Promise((resolve, reject) => {
      nodeHttp.get('http://api.svc.test/v1/users/me', ({ statusCode }) => resolve(statusCode)).on('error', reject)
    })
    expect(status).toBe(501)
    expect(emulator.journal.entries({ error: 'escaped' })).toHaveLength(1)
  })

  it('is said aloud', async () => {
    const lines: string[] = []
    const emulator = createEmulator({ warn: (line) => lines.push(line) })
    server.resetHandlers(...createHandlers(emulator, { baseUrl: BASE }))
    await fetch('https://api.svc.test/v2/users/me?api_key=secret', ada)
    expect(lines).toEqual([
      'GET https://api.svc.test/v2/users/me missed the emulator, which answers REST at https://api.svc.test/v1/: without the mock it would have left for the network with its credentials. Correct the URL that the client uses, or the one that the emulator is given.',
    ])
  })
})

describe('handlers of the user', () => {
  const mine = http.get('https://api.svc.test/v1/mine', () => HttpResponse.text('mine'))
  const ask = async (url: string) => (await fetch(url, ada)).text()

  it('answer before ours', async () => {
    const emulator = serve()
    server.use(mine)
    expect(await ask(`${BASE}/mine`)).toBe('mine')
    expect(emulator.journal.length).toBe(0)
  })

  it('are not reached after ours', async () => {
    serve({}, mine)
    expect(JSON.parse(await ask(`${BASE}/mine`))).toMatchObject({ error: 'endpoint_not_found' })
  })

  it('answer after ours what no endpoint takes, with `fallthrough`', async () => {
    const emulator = serve({ fallthrough: true }, mine)
    expect(await ask(`${BASE}/mine`)).toBe('mine')
    expect(JSON.parse(await ask(`${BASE}/users/me`))).toMatchObject({ user: { alias: 'ada' } })
    const head = await fetch(`${BASE}/users/me`, { method: 'HEAD', ...ada })
    expect(head.status).toBe(200)
    expect(emulator.journal.length).toBe(2)
  })

  it('leave the rest to onUnhandledRequest, with `fallthrough`', async () => {
    serve({ fallthrough: true }, mine)
    for (const url of [`${BASE}/nowhere`, 'https://api.svc.test/v2/users/me'])
      await expect(fetch(url, ada)).rejects.toThrow()
  })

  it('leave the rest to the guard behind them', async () => {
    const emulator = serve({ fallthrough: true })
    const guard = createLeakGuard(emulator, escapePlace)
    server.resetHandlers(...createHandlers(emulator, { ...escapePlace, fallthrough: true }), mine, ...guard)
    expect(await ask(`${BASE}/mine`)).toBe('mine')
    expect((await fetch(`${BASE}/nowhere`, ada)).status).toBe(501)
    expect(emulator.journal.entries({ error: 'escaped' })).toHaveLength(1)
  })
})

it("leaves 'error' for other hosts in force", async () => {
  serve()
  await expect(fetch('https://elsewhere.svc.test/v1/users/me')).rejects.toThrow()
})

it.each([
  ['a path', '/api/v1', 'http://localhost:3000/api/v1'],
  ['any host', '*/v1', 'https://anything.svc.test/deep/v1'],
])('answers at %s', async (_, baseUrl, reached) => {
  const emulator = createEmulator()
  server.resetHandlers(...createHandlers(emulator, { baseUrl }))
  const { user } = (await (await fetch(`${reached}/users/me`, ada)).json()) as { user: { alias: string } }
  expect(user.alias).toBe('ada')
})

it('lets pages read every header of an answer', async () => {
  const emulator = serve()
  emulator.triggers.add({
    when: { endpoint: 'GET /users/me' },
    do: { fail: { status: 429, headers: { 'retry-after': '7' } } } as never,
  })
  const { headers } = await fetch(`${BASE}/users/me`, ada)
  expect(headers.get('retry-after')).toBe('7')
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-expose-headers')).toContain('retry-after')
})
