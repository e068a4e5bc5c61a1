import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type RunningServer } from '../../emulator/adapters/node/server.ts'
import { ioFor, newHome } from '../../tests/helpers/cli/in-process.ts'
import { send, startStandIn } from '../../tests/helpers/cli/stand-in.ts'
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

it.each([429, 503])('tries a %i again after its Retry-After, but not for ever', async (status) => {
  const service = await startStandIn()
  let times = 0
  service.answers.set('/v1/users/me', (response) => {
    if (++times === 3) return send(response, 200, { status: 'success', user: { id: 'u' } })
    response.writeHead(status, { 'retry-after': '0' }).end('<html>')
  })
  const { url: apiUrl } = service
  const ask = () =>
    callApi({ apiUrl, apiKey: 'svc-key-ada-admin' }, 'users/me', (body) => field(body, 'user'), ioFor(newHome()))
  expect(await ask()).toEqual({ id: 'u' })
  times = 3
  await expect(ask()).rejects.toMatchObject({
    code: 'API_UNAVAILABLE',
    message: expect.stringContaining(`HTTP ${status}`),
  })
  expect(times).toBe(8)
  await service.close()
})
