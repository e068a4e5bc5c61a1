import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type RunningServer } from '../../emulator/adapters/node/server.ts'
import { ioFor, newHome } from '../../tests/helpers/cli/in-process.ts'
import { callApi, field } from './call-api.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const call = <T>(path: string, read: (body: unknown) => T | undefined, apiKey = 'svc-key-ada-admin') =>
  callApi({ apiUrl: server.url, apiKey }, path, read, ioFor(newHome()))

it('gives what is read of a success', async () => {
  expect(await call('users/me/orgs', (body) => field(body, 'orgs'))).toHaveLength(2)
})

it('fails by the code that every command has for it', async () => {
  await expect(call('users/me/orgs', () => undefined)).rejects.toMatchObject({
    code: 'API_UNAVAILABLE',
    message: expect.stringContaining('does not answer like the API (HTTP 200)'),
  })
  await expect(call('orgs/nowhere', (body) => body)).rejects.toMatchObject({
    code: 'API_UNAVAILABLE',
    message: expect.stringContaining('HTTP 404 org_not_found'),
  })
  await expect(call('users/me', (body) => body, 'svc-key-of-nobody')).rejects.toMatchObject({ code: 'AUTH_INVALID' })
})
