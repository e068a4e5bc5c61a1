import { afterAll, beforeAll } from 'vitest'
import { createEmulator, serveControl } from '../create-emulator.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { startServer, type RunningServer } from '../node/server.ts'
import { openRemoteWorld } from './remote-world.ts'
import { expect, test } from './vitest.ts'

const emulator = createEmulator()
instanceOf(emulator).site.control = serveControl
const server: RunningServer = await startServer({ emulator, controlToken: 'secret' })
const { site } = instanceOf(emulator)
const names = new Set<string>()
beforeAll(() => expect(site.size).toBe(0))
afterAll(async () => {
  expect([names.size, site.size]).toEqual([3, 0])
  await server.close()
})

const shared = test.extend({ emulatorUrl: server.controlUrl, emulatorToken: 'secret', emulatorOptions: { seed: 7 } })

for (const name of ['Ada', 'Grace'])
  shared(`each test has a world of its own on the server: ${name}`, async ({ api, remote }) => {
    names.add(api.world.name)
    // A run that is interrupted leaves it for an hour.
    expect(site.take().worlds).toMatchObject([{ name: api.world.name, idle: 3_600_000 }])
    await remote.world.users.update('ada', { name })
    for (const [root, named] of [
      [api.baseUrl, {}],
      [server.url, api.world.headers],
    ] as const) {
      const answer = await fetch(`${root}/users/me`, { headers: { 'x-api-key': 'svc-key-ada-admin', ...named } })
      expect(await answer.json()).toMatchObject({ user: { name } })
    }
    expect((await remote.export()).seed).toBe(7)
    expect(await remote.entries()).toMatchObject([{ world: api.world.name }, { world: api.world.name }])
    // Matchers have one type for both fixtures: that of vitest, in which they answer at once.
    // oxlint-disable-next-line typescript/await-thenable
    await expect(remote).toHaveReceived('GET /users/me', { times: 2 })
  })

const withScenario = shared.extend({ scenario: 'null-cursor' })
withScenario('a world begins with the scenario of the test', async ({ api, remote }) => {
  names.add(api.world.name)
  await remote.triggers.clear()
  expect(site.get(api.world.name)!.scenario).toBe('null-cursor')
})

shared.fails('there is no emulator of this process beside it', ({ emulator: own }) => void own)
test.fails('remote is on a server', ({ remote }) => void remote)

test('a server is named by its root, too, and one that is not there by its address', async () => {
  const choices = { emulatorToken: 'secret', scenario: undefined, emulatorOptions: {} }
  const { origin } = new URL(server.url)
  const remote = await openRemoteWorld({ ...choices, emulatorUrl: `${origin}/` })
  expect(remote.controlUrl.startsWith(`${origin}/w/`)).toBe(true)
  await remote.close()
  await expect(openRemoteWorld({ ...choices, emulatorUrl: 'http://127.0.0.1:1/__emulator' })).rejects.toThrow(
    'http://127.0.0.1:1/__emulator: no emulator answers there',
  )
})

test('what only a world of this process can have is refused', async () => {
  const choices = { emulatorUrl: server.controlUrl, emulatorToken: 'secret', scenario: undefined }
  await expect(openRemoteWorld({ ...choices, emulatorOptions: { settings: {} } })).rejects.toThrow(
    'emulatorOptions.settings: the server of emulatorUrl has options of its own',
  )
})
