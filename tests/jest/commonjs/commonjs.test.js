const { createEmulator } = require('svc-emulator')
const { startServer } = require('svc-emulator/server')
const { replay, loadScenario } = require('svc-emulator/scenario')

const key = { 'x-api-key': 'svc-key-ada-admin' }

test('answers in process', async () => {
  const emulator = createEmulator()
  const response = await emulator.fetch('http://svc.test/v1/users/me', { headers: key })
  expect(await response.json()).toMatchObject({ status: 'success', user: { alias: 'ada' } })
})

test('serves the emulator of the other entry', async () => {
  const emulator = createEmulator()
  const server = await startServer({ emulator })
  try {
    emulator.world.users.update('ada', { name: 'Ada of the test' })
    const { user } = await (await fetch(`${server.url}/users/me`, { headers: key })).json()
    expect(user.name).toBe('Ada of the test')
  } finally {
    await server.close()
  }
})

test('reads scenarios of the package', async () => {
  expect(typeof replay).toBe('function')
  const scenario = await loadScenario('api-key-rules')
  expect(scenario.scenario ?? scenario.name).toBeDefined()
})
