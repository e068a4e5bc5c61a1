/** APIs of a page, answered by msw's service worker: fetch, XMLHttpRequest and WebSocket. */
import { setupWorker } from 'msw/browser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { createHandlers } from '../../emulator/adapters/msw/msw.ts'

const base = createEmulator()
const worker = setupWorker()
const api = 'http://api.svc.test/v1'
let emulator: Emulator

beforeAll(async () => {
  await worker.start({ quiet: true, onUnhandledRequest: 'bypass' })
})
afterAll(() => worker.stop())
beforeEach(() => {
  emulator = base.fork()
  worker.resetHandlers(...createHandlers(emulator, { baseUrl: api }))
})

describe('XMLHttpRequest of the browser', () => {
  function ask(
    method: string,
    path: string,
    body?: BodyInit | null,
    type: XMLHttpRequestResponseType = 'json',
  ): Promise<XMLHttpRequest> {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, `${api}${path}`)
      request.responseType = type
      request.setRequestHeader('x-api-key', 'svc-key-ada-admin')
      if (typeof body === 'string') request.setRequestHeader('content-type', 'application/json')
      if (body instanceof Uint8Array) request.setRequestHeader('x-request-body', '{}')
      request.onload = () => resolve(request)
      request.onerror = () => reject(new Error('the request failed'))
      request.send(body as XMLHttpRequestBodyInit)
    })
  }

  it('reads, writes and is refused', async () => {
    const me = await ask('GET', '/users/me')
    expect([me.status, me.response.user.role]).toEqual([200, 'owner'])
    const made = await ask('POST', '/orgs', JSON.stringify({ name: 'Mine', alias: 'mine' }))
    expect(made.response.org.alias).toBe('mine')
    expect(emulator.world.orgs.get('mine')).toBeDefined()
    const taken = await ask('POST', '/orgs', JSON.stringify({ name: 'Mine', alias: 'mine' }))
    expect([taken.status, taken.response.error]).toEqual([409, 'alias_taken'])
  })

  it('sends and gets bytes, with the envelope in a header', async () => {
    const bytes = new Uint8Array(70_000).map((_, index) => index % 251)
    const { id } = emulator.world.revisions
      .list()
      .find(({ number, phase, status }) => number === 4 && phase === 'draft' && status === 'ready')!
    const put = await ask('PUT', `/revisions/${id}/model`, bytes)
    expect(put.status).toBe(200)
    const got = await ask('GET', `/revisions/${id}/model`, null, 'arraybuffer')
    expect(JSON.parse(got.getResponseHeader('x-response-body')!)).toMatchObject({ status: 'success' })
    expect(new Uint8Array(got.response as ArrayBuffer)).toEqual(bytes)
  })
})

describe('fetch of the browser', () => {
  it('reads, and is refused', async () => {
    const headers = { 'x-api-key': 'svc-key-ben-admin' }
    expect(await (await fetch(`${api}/users/ada`, { headers })).json()).toMatchObject({ user: { role: 'read' } })
    expect((await fetch(`${api}/users/ada/limits`, { headers })).status).toBe(403)
  })
})

describe('WebSocket of the browser', () => {
  it('speaks JSON-RPC', async () => {
    const socket = new WebSocket(`${api.replace('http', 'ws')}/realtime?api_key=svc-key-ada-admin`)
    await new Promise((resolve) => {
      socket.onopen = resolve
    })
    const answer = new Promise((resolve) => {
      socket.onmessage = ({ data }) => resolve(JSON.parse(String(data)))
    })
    socket.send(
      JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'workflow.get_session', params: { session_id: 'run-01' } }),
    )
    expect(await answer).toMatchObject({ id: 'a', result: { session: { alias: 'run-01' } } })
    const closed = new Promise((resolve) => {
      socket.onclose = resolve
    })
    socket.close()
    await closed
    expect(emulator.verify({ command: 'workflow.get_session', via: 'socket' }, { times: 1 }).ok).toBe(true)
  })
})
