/** Run by vitest-triggers.test.ts, in a vitest of its own: tests named `fails` must fail, the others must pass. */
import { createEmulator } from '../../../../index.ts'
import { expect, test } from '../../vitest.ts'

const ada = { headers: { 'x-api-key': 'svc-key-ada-admin' } }
const failing = { fail: { error: 'internal_error' } } as const
const second = { name: 'late', when: { endpoint: 'GET /users/me', nth: 2 }, do: failing } as const
const scenario = {
  scenario: 1,
  name: 'two-faults',
  about: 'The first call fails, then the third.',
  triggers: [
    { name: 'first', when: { endpoint: 'GET /users/me', nth: 1 }, do: failing },
    { name: 'third', when: { endpoint: 'GET /users/me', nth: 3 }, do: failing, optional: true },
  ],
}
const inScenario = test.extend({ scenario })

test('fails: too few requests', async ({ emulator }) => {
  emulator.triggers.add(second)
  await emulator.fetch('/v1/users/me', ada)
})

test('fails: no request', ({ emulator }) => {
  emulator.triggers.add({ when: { command: 'workflow.list_sessions', caller: 'ben' }, do: { drop: true } })
})

test('fails: another parameter', async ({ emulator }) => {
  emulator.triggers.add({ when: { endpoint: 'POST /orgs', params: { alias: 'lab' } }, do: failing })
  const body = JSON.stringify({ name: 'Mine', alias: 'mine' })
  await emulator.fetch('/v1/orgs', {
    method: 'POST',
    body,
    headers: { ...ada.headers, 'content-type': 'application/json' },
  })
})

test('fails: two triggers', ({ emulator }) => {
  emulator.triggers.add(second)
  emulator.triggers.add({ ...second, name: 'later' })
})

test('fails with its own error alone', ({ emulator }) => {
  emulator.triggers.add(second)
  expect(emulator.world.users.size).toBe(0)
})

test.fails('passes as a test that is to fail', ({ emulator }) => {
  emulator.triggers.add(second)
  expect(emulator.world.users.size).toBe(0)
})

test.fails('fails as a test that was to fail', ({ emulator }) => {
  emulator.triggers.add(second)
})

test('is skipped on its way', ({ emulator, skip }) => {
  emulator.triggers.add(second)
  skip()
})

test('passes: all fired', async ({ emulator }) => {
  emulator.triggers.add(second)
  for (const status of [200, 500]) expect((await emulator.fetch('/v1/users/me', ada)).status).toBe(status)
})

test('passes: optional', ({ emulator }) => {
  emulator.triggers.add({ ...second, optional: true })
})

test('passes: switched off', ({ emulator }) => {
  const { id } = emulator.triggers.add(second)
  emulator.triggers.update(id, { enabled: false })
})

test('passes: removed', ({ emulator }) => {
  const { id } = emulator.triggers.add(second)
  emulator.triggers.remove(id)
})

test('passes: fired, then restored', async ({ emulator }) => {
  const { id } = emulator.triggers.add({ ...second, when: { endpoint: 'GET /users/me' } })
  const before = emulator.snapshot()
  await emulator.fetch('/v1/users/me', ada)
  emulator.restore(before)
  expect(emulator.triggers.list()).toMatchObject([{ id, fired: 0 }])
})

test('passes: fired in a fork', async ({ emulator, explore }) => {
  emulator.triggers.add({ ...second, when: { endpoint: 'GET /users/me' } })
  await explore(async ({ baseUrl, fetch }) => (await fetch(`${baseUrl}/users/me`, ada)).text(), { only: ['no-answer'] })
  expect(emulator.triggers.list()).toMatchObject([{ fired: 0 }])
})

inScenario('passes: the scenario fired', async ({ emulator }) => {
  await emulator.fetch('/v1/users/me', ada)
  emulator.reset()
})

inScenario('fails: the scenario did not fire, in spite of the test before', ({ emulator }) => {
  emulator.reset()
})

const started = createEmulator()
started.triggers.add(second)

test.extend({ emulatorOptions: { state: started.export() } })('passes: came with a state', ({ emulator }) => {
  expect(emulator.triggers.list()).toHaveLength(1)
})
