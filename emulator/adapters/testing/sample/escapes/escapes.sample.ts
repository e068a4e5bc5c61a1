/** Run by vitest-escapes.test.ts, in a vitest of its own: tests named `escapes` must fail. */
import { WebSocket } from 'ws'
import { expect, test } from '../../vitest.ts'

const ada = { headers: { 'x-api-key': 'svc-key-ada-admin' } }
const over = test.extend({ transport: 'msw' })
const fixed = test.extend({ apiUrl: 'https://api.svc.test/v1' })

/** Sends a request like a client that ignores failures. */
const status = async (url: string) => (await fetch(url, ada)).status

over('stays', async ({ api }) => {
  expect(await status(`${api.baseUrl}/users/me`)).toBe(200)
})

over('escapes by its scheme', async ({ api }) => {
  expect(await status(`${api.baseUrl.replace('http:', 'https:')}/users/me`)).toBe(501)
})

over('escapes by its version', async ({ api }) => {
  expect(await status(`${api.baseUrl.replace(/v1$/, 'v2')}/users/me`)).toBe(501)
})

over('escapes without its world', async ({ api }) => {
  expect(await status(`${new URL(api.baseUrl).origin}/v1/users/me`)).toBe(501)
})

test('escapes a port without its world', async ({ api }) => {
  expect(await status(new URL('/v1/users/me', api.baseUrl).href)).toBe(501)
})

test('escapes a port without its version', async ({ api }) => {
  expect(await status(new URL('/users/me', api.baseUrl).href)).toBe(501)
})

test('escapes a port with a socket', async ({ api }) => {
  const socket = new WebSocket(new URL('/v1/realtime?api_key=svc-key-ada-admin', api.realtimeUrl))
  await new Promise((resolve) => socket.on('error', resolve))
})

fixed('escapes a fixed address, in spite of a reset', async ({ emulator }) => {
  expect(await status('https://api.svc.test/v2/users/me')).toBe(501)
  expect(emulator.journal.entries({ error: 'escaped' })).toHaveLength(1)
  emulator.reset()
})

fixed('fails beside an escape', async () => {
  expect(await status('https://api.svc.test/v2/users/me')).toBe(200)
})

fixed.extend({ failOnEscape: false })('stays, where a test wants to see it', async () => {
  expect(await status('http://api.svc.test/v1/users/me')).toBe(501)
})

fixed('stays at a fixed address', async ({ api }) => {
  expect(await status(`${api.baseUrl}/users/me`)).toBe(200)
})

// No test uses this address here.
test('stays with an address of other tests', async () => {
  expect(await status('https://api.svc.test/v1/users/me')).toBe(501)
})
