import { afterAll, beforeAll, expect, it } from 'vitest'
import { instanceOf } from '../../host/instance-of.ts'
import { startServer, type RunningServer } from '../node/server.ts'
import { RemoteEmulator } from './remote-emulator.ts'

const ada = { headers: { 'x-api-key': 'svc-key-ada-admin' } }
const second = { name: 'late', when: { endpoint: 'GET /users/me', nth: 2 }, do: { fail: { status: 503 } } } as const
const document = { scenario: 1, name: 'late', about: 'The second call fails.', triggers: [second] }

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

it('makes worlds that are deleted an hour after their last request', async () => {
  const emulator = await RemoteEmulator.create(server.controlUrl)
  const { site } = instanceOf(server.emulator)
  expect(site.take().worlds.find(({ name }) => name === emulator.worldName)?.idle).toBe(3_600_000)
  await emulator.close()
})

it('says which triggers of a test never fired', async () => {
  const emulator = await RemoteEmulator.create(server.controlUrl)
  expect(await emulator.neverFired()).toBeUndefined()
  await emulator.triggers.add(second)
  await emulator.triggers.add({ ...second, optional: true })
  await emulator.triggers.add({ ...second, enabled: false })
  await fetch(`${emulator.baseUrl}/users/me`, ada)
  expect(await emulator.neverFired()).toBe(
    'the trigger late never fired: GET /users/me, nth 2; 1 request matched, and it acts on number 2\n' +
      'expected each trigger of a test to fire: write `optional: true` in one that need not',
  )
  await fetch(`${emulator.baseUrl}/users/me`, ada)
  expect(await emulator.neverFired()).toBeUndefined()
})

it('counts the triggers of a scenario that the test switched to, and none after a reset', async () => {
  const emulator = await RemoteEmulator.create(server.controlUrl)
  await emulator.switchTo(document)
  expect(await emulator.neverFired()).toContain('the trigger late never fired')
  await emulator.reset()
  expect(await emulator.neverFired()).toBeUndefined()
})

it('leaves out triggers that were removed, and those that the server started with', async () => {
  const emulator = await RemoteEmulator.create(server.controlUrl)
  await emulator.triggers.add(second)
  await emulator.triggers.clear()
  expect(await emulator.neverFired()).toBeUndefined()
  await fetch(`${server.controlUrl}/scenario`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ document }),
  })
  const other = await RemoteEmulator.create(server.controlUrl)
  expect(await other.neverFired()).toBeUndefined()
  await other.triggers.add({ ...second, name: 'own' })
  expect(await other.neverFired()).toMatch(/^the trigger own never fired[^\n]*\nexpected/)
})

it('lists a table that does not fit into one page', async () => {
  const emulator = await RemoteEmulator.create(server.controlUrl)
  await emulator.switchTo({
    scenario: 1,
    name: 'many',
    about: 'More users than a page of the control API.',
    world: { fixtures: [], generate: { users: { count: 1_001, alias: 'user-{n}' } } },
  })
  const listed = (await emulator.world.users.list()).map(({ alias }) => alias)
  expect(new Set(listed).size).toBe(1_001)
})

it('holds a request until it is released, and says what is still held', async () => {
  const emulator = await RemoteEmulator.create(server.controlUrl)
  const gate = await emulator.hold('GET /orgs/acme', { name: 'profile' })
  const answers = [fetch(`${emulator.baseUrl}/orgs/acme`, ada), fetch(`${emulator.baseUrl}/orgs/acme`, ada)]
  await gate.arrived(2)
  expect(await gate.held()).toMatchObject([{ delivery: 'held' }, { delivery: 'held' }])
  await gate.release({ fail: { status: 503 } })
  expect(await emulator.stillHeld()).toEqual(["GET /orgs/acme is held at 'profile'; release it, or remove the gate"])
  await gate.remove()
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200, 503]))
  await expect(gate.release()).rejects.toThrow("There is no gate 'gate-1'")
  expect(await emulator.stillHeld()).toEqual([])
})
