import { expect, test } from '../../vitest.ts'

test('fails twice', async ({ emulator }) => {
  const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
  await emulator.fetch('/v1/blobs/acme', {
    method: 'POST',
    headers,
    body: JSON.stringify({ alias: 'logs', type: 'text' }),
  })
  expect(emulator.world.blobs.get('logs')).toBeUndefined()
})

test('fails, twice', ({ emulator }) => {
  expect(emulator.world.users.size).toBe(0)
})

test('passes', async ({ emulator }) => {
  expect((await emulator.fetch('/v1/users/me')).status).toBe(401)
})
