import { createEmulator, type Emulator } from 'svc-emulator'
import { startServer, type RunningServer } from 'svc-emulator/server'

let emulator: Emulator
let server: RunningServer
beforeAll(async () => {
  emulator = createEmulator({ fixtures: ['starter'] })
  server = await startServer({ emulator })
})
afterAll(() => server.close())

test('has its types and answers', async () => {
  const response = await fetch(`${server.url}/users/me`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })
  expect(response.status).toBe(200)
  // @ts-expect-error: an option that does not exist
  expect(() => createEmulator({ fixture: ['starter'] })).toThrow(/fixtures/)
})
