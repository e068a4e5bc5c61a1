const { createEmulator } = require('svc-emulator')
const { createHandlers } = require('svc-emulator/msw')
const { setupServer } = require('msw/node')

const emulator = createEmulator()
const server = setupServer(...createHandlers(emulator, { baseUrl: 'https://api.svc.test/v1' }))
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

test('answers what the code under test fetches', async () => {
  const response = await fetch('https://api.svc.test/v1/users/me', { headers: { 'x-api-key': 'svc-key-ada-admin' } })
  expect((await response.json()).user.alias).toBe('ada')
  expect(emulator.journal.entries()).toHaveLength(1)
})
