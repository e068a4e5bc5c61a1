/** Requests that miss the API, as msw's service worker sees them in a real browser. */
import { setupWorker } from 'msw/browser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { escapePlace, escapes } from '../../../tests/conformance/escapes.ts'
import { createEmulator } from '../../index.ts'
import { createHandlers } from './msw.ts'

const worker = setupWorker()

beforeAll(async () => {
  await worker.start({ quiet: true, onUnhandledRequest: 'bypass' })
})
afterAll(() => worker.stop())

it.each(escapes)('a request of a page is answered with a failure: %s', async (_, url) => {
  const emulator = createEmulator({ warn: () => {} })
  worker.resetHandlers(...createHandlers(emulator, escapePlace))
  const response = await fetch(url, { method: 'DELETE', headers: { 'x-api-key': 'svc-key-ada-admin' } })
  expect(response.status).toBe(501)
  expect(emulator.journal.entries({ error: 'escaped' })).toMatchObject([
    { request: { method: 'DELETE', url: new URL(url).href } },
  ])
})

it('a socket of a page is closed', async () => {
  const emulator = createEmulator({ warn: () => {} })
  worker.resetHandlers(...createHandlers(emulator, escapePlace))
  const socket = new WebSocket('wss://api.svc.test/v1/realtime?api_key=svc-key-ada-admin')
  expect(
    await new Promise((resolve) => {
      socket.onclose = ({ code }) => resolve(code)
    }),
  ).toBe(1008)
})

it('an address that is a path of the page has REST and sockets', async () => {
  const emulator = createEmulator({ warn: () => {} })
  worker.resetHandlers(...createHandlers(emulator, { baseUrl: '/api/v1' }))
  const response = await fetch('/api/v1/users/me', { headers: { 'x-api-key': 'svc-key-ada-admin' } })
  expect(response.status).toBe(200)
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/v1/realtime?api_key=svc-key-ada-admin`)
  const ended = new Promise((resolve) => {
    socket.onopen = () => resolve('open')
    socket.onclose = ({ code, reason }) => resolve(`${code} ${reason}`)
  })
  expect(await ended).toBe('open')
  socket.close()
  expect(emulator.journal.entries({ error: 'escaped' })).toEqual([])
})
