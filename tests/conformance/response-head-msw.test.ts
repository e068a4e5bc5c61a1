/** The head of an answer, by each way in: clients show it in errors, logs and progress bars. */
import http from 'node:http'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { createHandlers } from '../../emulator/adapters/msw/msw.ts'
import { startServer, type RunningServer } from '../../emulator/adapters/node/server.ts'

interface ResponseHead {
  readonly status: number
  readonly statusText: string
  readonly length: string | null
  readonly bytes: number
  readonly type: string | null
}

const ada = { 'x-api-key': 'svc-key-ada-admin' }
const mocked = 'http://told.svc.test/v1'
const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }))
afterAll(() => server.close())

async function fetched(send: typeof fetch, url: string, init: RequestInit): Promise<ResponseHead> {
  const response = await send(url, init)
  expect([response.url, response.clone().url]).toEqual([url.replace(/#.*/, ''), url.replace(/#.*/, '')])
  return {
    status: response.status,
    statusText: response.statusText,
    length: response.headers.get('content-length'),
    bytes: (await response.arrayBuffer()).byteLength,
    type: response.headers.get('content-type'),
  }
}

function requested(url: string, { method = 'GET', headers, body }: RequestInit): Promise<ResponseHead> {
  return new Promise((resolve, reject) => {
    const sent = http.request(url, { method, headers: headers as Record<string, string> }, (response) => {
      let bytes = 0
      response.on('data', (data: Buffer) => (bytes += data.length))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          statusText: response.statusMessage!,
          length: response.headers['content-length'] ?? null,
          bytes,
          type: response.headers['content-type'] ?? null,
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Makes a request by each way in, to emulators of equal worlds. */
async function byEachWay(
  path: string,
  init: RequestInit,
  arrange: (emulator: Emulator) => void,
): Promise<ResponseHead[]> {
  const [served, intercepted, alone] = [createEmulator(), createEmulator(), createEmulator()]
  for (const emulator of [served, intercepted, alone]) arrange(emulator)
  server.resetHandlers(...createHandlers(intercepted, { baseUrl: mocked }))
  await using running: RunningServer = await startServer({ emulator: served })
  const heads = [
    await fetched(fetch, running.url + path, init),
    await fetched(fetch, mocked + path, init),
    await fetched(alone.fetch, mocked + path, init),
  ]
  for (const emulator of [served, intercepted]) {
    emulator.reset()
    arrange(emulator)
  }
  heads.push(await requested(running.url + path, init), await requested(mocked + path, init))
  return heads
}

const upload = {
  method: 'PUT',
  headers: { ...ada, 'content-type': 'application/octet-stream', 'x-request-body': '{}' },
}
const failing = (answer: object) => (emulator: Emulator) =>
  emulator.triggers.add({ when: { endpoint: '*' }, do: { fail: answer } } as never)

it.each<[string, string, RequestInit, object, ((emulator: Emulator) => void)?]>([
  ['a record', '/users/me?x=1#part', { headers: ada }, { status: 200, statusText: 'OK' }],
  ['HEAD', '/users/me', { method: 'HEAD', headers: ada }, { status: 200, bytes: 0, length: '209' }],
  ['OPTIONS', '/users/me', { method: 'OPTIONS' }, { status: 204, statusText: 'No Content', length: null }],
  ['a refusal', '/orgs/none', { headers: ada }, { status: 404, statusText: 'Not Found' }],
  ['an upload', '/workflow/sessions/run-01/files/f', { ...upload, body: 'ünï' }, { status: 200 }],
  ['HEAD with a delay', '/users/me', { method: 'HEAD', headers: ada }, { bytes: 0, length: '209' }, delayed],
  ['a delay', '/users/me', { headers: ada }, { bytes: 209, length: '209' }, delayed],
  ['a gateway', '/users/me', {}, { statusText: 'Bad Gateway', bytes: 3 }, failing({ status: 502, body: 'bad' })],
  ['no body', '/users/me', {}, { statusText: 'Service Unavailable', length: '0' }, failing({ status: 503 })],
  ['a status without a name', '/users/me', {}, { statusText: 'unknown' }, failing({ status: 599, body: 'x' })],
  ['204', '/users/me', {}, { statusText: 'No Content', bytes: 0 }, failing({ status: 204, body: 'x' })],
  ['205', '/users/me', {}, { statusText: 'Reset Content', bytes: 0 }, failing({ status: 205, body: 'x' })],
])('%s has the same head by each way in', async (_, path, init, expected, arrange = () => {}) => {
  const [first, ...others] = await byEachWay(path, init, arrange)
  expect(first).toMatchObject(expected)
  for (const head of others) expect(head).toEqual(first)
})

function delayed(emulator: Emulator): void {
  emulator.triggers.add({ when: { endpoint: '*' }, do: { delay: 1 } })
}
