/** Tools that bring msw's handlers to Playwright. Pages are simulated: no browser is needed to see that they work. */
import { defineNetworkFixture } from '@msw/playwright'
import type { BrowserContext, Page } from '@playwright/test'
import { createWorker } from 'playwright-msw'
import { describe, expect, it } from 'vitest'
import { createEmulator } from '../../index.ts'
import { until } from '../../../tests/helpers/until.ts'
import { createHandlers } from './msw.ts'

const BASE = 'https://api.svc.test/v1'

interface Outcome {
  readonly status: number | 'passed on'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface FakeRoute {
  request(): object
  fulfill(answer: { status: number; headers: Record<string, string>; body?: Buffer | string }): Promise<void>
  fallback(): Promise<void>
  continue(): Promise<void>
  abort(): Promise<void>
}

/** Plays one request of a page through a route of Playwright, and returns its outcome. */
async function asked(url: string, handle: (route: FakeRoute, request: object) => Promise<void>): Promise<Outcome> {
  let outcome: Outcome | undefined
  const passedOn = async () => {
    outcome = { status: 'passed on' }
  }
  const headers = async () => ({ 'x-api-key': 'svc-key-ada-admin' })
  const request = {
    url: () => url,
    method: () => 'GET',
    allHeaders: headers,
    headers: () => ({}),
    postData: () => null,
    postDataBuffer: () => null,
  }
  await handle(
    {
      request: () => request,
      fulfill: async (answer) => {
        outcome = { ...answer, body: String(answer.body ?? '') }
      },
      fallback: passedOn,
      continue: passedOn,
      abort: passedOn,
    },
    request,
  )
  // playwright-msw does not await its own answer.
  return until(() => outcome ?? Promise.reject(new Error('no outcome yet')))
}

const cases: [string, Outcome['status']][] = [
  [`${BASE}/users/me`, 200],
  ['https://api.svc.test/v2/users/me', 501],
  ['https://elsewhere.svc.test/v1/users/me', 'passed on'],
]

describe('@msw/playwright', () => {
  type Handle = (route: FakeRoute, request: object) => Promise<void>

  async function enabled() {
    const emulator = createEmulator({ warn: () => {} })
    let http: Handle | undefined
    let sockets: ((route: object) => Promise<void>) | undefined
    const context = {
      pages: () => [],
      route: async (_: RegExp, handle: Handle) => {
        http = handle
      },
      routeWebSocket: async (_: RegExp, handle: (route: object) => Promise<void>) => {
        sockets = handle
      },
    }
    await defineNetworkFixture({
      context: context as unknown as BrowserContext,
      handlers: createHandlers(emulator, { baseUrl: BASE }) as never,
    }).enable()
    return { emulator, http: http!, sockets: sockets! }
  }

  it.each(cases)('%s: %s', async (url, status) => {
    const { http } = await enabled()
    expect((await asked(url, http)).status).toBe(status)
  })

  it('gives a page of another origin every header', async () => {
    const { http, emulator } = await enabled()
    emulator.triggers.add({
      when: { endpoint: 'GET /users/me' },
      do: { fail: { status: 429, headers: { 'retry-after': '7' } } } as never,
    })
    expect((await asked(`${BASE}/users/me`, http)).headers).toMatchObject({
      'retry-after': '7',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'retry-after',
    })
  })

  it('has sockets', async () => {
    const { sockets } = await enabled()
    const sent: string[] = []
    let receive: ((data: string) => void) | undefined
    await sockets({
      url: () => 'wss://api.svc.test/v1/realtime?api_key=svc-key-ada-admin',
      onMessage: (listener: (data: string) => void) => {
        receive = listener
      },
      onClose: () => {},
      close: () => {},
      connectToServer: () => ({ onMessage: () => {}, onClose: () => {} }),
      send: (text: string) => sent.push(text),
    })
    receive!(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workflow.list_definitions', params: { org_id: 'acme' } }))
    await new Promise((resolve) => setTimeout(resolve))
    expect(JSON.parse(sent[0]!)).toMatchObject({ result: { definitions: [{ alias: 'ingest' }, { alias: 'report' }] } })
  })
})

it.each(cases)('playwright-msw, which knows no sockets: %s: %s', async (url, status) => {
  const routes: [RegExp, (route: FakeRoute) => Promise<void>][] = []
  const page = {
    on: () => {},
    removeListener: () => {},
    route: async (path: RegExp, handle: (route: FakeRoute) => Promise<void>) => void routes.push([path, handle]),
  }
  const handlers = createHandlers(createEmulator({ warn: () => {} }), { baseUrl: BASE, realtimeUrl: false })
  await createWorker(page as unknown as Page, handlers as never, { waitForPageLoad: false })
  const route = routes.find(([path]) => path.test(url))
  const outcome = route === undefined ? { status: 'passed on' } : await asked(url, route[1])
  expect(outcome.status).toBe(status)
})
