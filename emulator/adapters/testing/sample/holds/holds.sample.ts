import { expect, test } from '../../vitest.ts'

const ada = { headers: { 'X-API-Key': 'svc-key-ada-admin' } }

for (const transport of ['server', 'msw'] as const)
  test.extend({ transport })(`ends with a held request (${transport})`, async ({ emulator, api }) => {
    const gate = emulator.hold('GET /users/me')
    void fetch(`${api.baseUrl}/users/me`, ada).catch(() => undefined)
    await gate.arrived()
  })

test('lets go what it held', async ({ emulator, api }) => {
  using gate = emulator.hold('GET /users/me')
  const answer = fetch(`${api.baseUrl}/users/me`, ada)
  await gate.arrived()
  gate.release()
  expect((await answer).status).toBe(200)
})

// In a test of a user they end by its timeout.
test('waits for a request that never comes', async ({ emulator, api }) => {
  const gate = emulator.hold('GET /users/me')
  await fetch(`${api.baseUrl}/orgs/acme`, ada)
  void gate.arrived()
  throw new Error('waited long enough')
})

test('waits for a second request', async ({ emulator, api }) => {
  const gate = emulator.hold('GET /users/me')
  void fetch(`${api.baseUrl}/users/me`, ada).catch(() => undefined)
  await gate.arrived()
  gate.release()
  void gate.arrived(2)
  throw new Error('waited long enough')
})
