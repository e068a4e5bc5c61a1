import { createEmulator } from 'svc-emulator'
import { startServer } from 'svc-emulator/server'

test('answers as modules', async () => {
  const emulator = createEmulator()
  const server = await startServer({ emulator })
  try {
    const response = await fetch(`${server.url}/users/me`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })
    expect((await response.json()).user.alias).toBe('ada')
  } finally {
    await server.close()
  }
})
