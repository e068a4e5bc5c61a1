import { createEmulator } from '../../../create-emulator.ts'
import { afterEach, describe } from 'vitest'
import { expect, failureNotes, it, test } from '../../vitest.ts'

const headers = { 'X-API-Key': 'svc-key-ada-admin' }

test('fails after six requests', async ({ emulator }) => {
  for (const org of [1, 2, 3, 4, 5]) await emulator.fetch(`/v1/orgs/none-${org}`, { headers })
  emulator.triggers.add({ name: 'outage', when: { endpoint: '*' }, do: { fail: { error: 'internal_error' } } })
  expect((await emulator.fetch('/v1/users/me', { headers })).status).toBe(200)
})

test('fails without a request', ({ emulator }) => {
  expect(emulator.world.users.size).toBe(0)
})

it.extend({ failureNotes: false })('fails quietly', async ({ emulator }) => {
  expect((await emulator.fetch('/v1/users/me')).status).toBe(200)
})

describe('an emulator of the file', () => {
  const own = createEmulator()
  failureNotes(own)
  afterEach(() => own.reset())
  test('passes before', async () => {
    expect((await own.fetch('/v1/users/me', { headers })).status).toBe(200)
  })
  test('fails in its own emulator', async () => {
    expect((await own.fetch('/v1/users/me')).status).toBe(200)
  })
})
