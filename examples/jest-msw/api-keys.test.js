import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { setupServer } from 'msw/node'
import { createEmulator } from 'svc-emulator'
import { createHandlers } from 'svc-emulator/msw'
import { rotate } from './api-keys.js'

const start = createEmulator()
const server = setupServer()
let emulator

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())
beforeEach(() => {
  // A world of its own for each test, in constant time.
  emulator = start.fork()
  server.resetHandlers(...createHandlers(emulator, { baseUrl: 'https://api.example.com/v1' }))
})

test('a rotated key takes the place of the others', async () => {
  const secret = await rotate('org', 'acme', { key: 'svc-key-ada-admin' })
  const acme = emulator.world.orgs.get('acme')
  expect(emulator.world.api_keys.list({ target_id: acme.id })).toHaveLength(1)
  const { status } = await emulator.fetch('https://api.example.com/v1/orgs/acme', { headers: { 'X-API-Key': secret } })
  expect(status).toBe(200)
})

test('a service account cannot rotate keys, and nothing is lost', async () => {
  const before = emulator.world.api_keys.size
  await expect(rotate('org', 'acme', { key: 'svc-key-bot-write' })).rejects.toMatchObject({ code: 'forbidden' })
  expect(emulator.world.api_keys.size).toBe(before)
})

test('a refusal while it mints revokes nothing', async () => {
  emulator.triggers.add({
    when: { endpoint: 'POST /api-keys/target/:target/:target_id' },
    do: { fail: { error: 'limit_exceeded' } },
  })
  const before = emulator.world.api_keys.size
  await expect(rotate('org', 'acme', { key: 'svc-key-ada-admin' })).rejects.toMatchObject({ code: 'limit_exceeded' })
  expect(emulator.world.api_keys.size).toBe(before)
  expect(emulator.verify({ endpoint: 'DELETE /api-keys/:id' }, { times: 0 })).toMatchObject({ ok: true })
})
