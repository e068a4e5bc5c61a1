import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { ada, send, type StandIn, startStandIn } from '../../tests/helpers/cli/stand-in.ts'
import { identify, probeScope } from './identity.ts'

let service: StandIn
beforeEach(async () => {
  service = await startStandIn()
})
afterEach(() => service.close())
const access = (apiKey = 'svc-key-ada-admin') => ({ apiUrl: service.url, apiKey })

describe('identify', () => {
  it('answers the record as it came, with the key in the header', async () => {
    await expect(identify(access())).resolves.toEqual({ ...ada, alias: 'ada', role: 'owner' })
    expect(service.requests).toEqual(['GET /v1/users/me svc-key-ada-admin'])
  })

  it('bears a slash at the end of the URL', async () => {
    await expect(identify({ ...access(), apiUrl: `${service.url}/` })).resolves.toMatchObject(ada)
  })

  it.each([401, 403])('is AUTH_INVALID on %i', async (status) => {
    service.answers.set('/v1/users/me', (response) =>
      send(response, status, { status: 'failure', error: 'forbidden', message: 'svc-key-ada-admin' }),
    )
    const expected = { code: 'AUTH_INVALID', message: expect.stringContaining(`HTTP ${status} forbidden`) }
    await expect(identify(access())).rejects.toMatchObject(expected)
  })

  it.each([
    ['a server error', 500, { status: 'failure', error: 'internal_error' }, 'try again later'],
    ['a rate limit', 429, { status: 'failure', error: 'rate_limited' }, 'for now (HTTP 429 rate_limited); try again'],
    ['another server', 404, 'no', 'is the URL right?'],
    ['a redirect, which is not followed', 302, {}, 'is the URL right?'],
    ['a failure with 200', 200, { status: 'failure', user: ada }, 'is the URL right?'],
    ['a user without id', 200, { status: 'success', user: { name: 'Ada' } }, 'is the URL right?'],
    ['no user', 200, { status: 'success' }, 'is the URL right?'],
    ['nothing', 200, null, 'is the URL right?'],
  ])('is API_UNAVAILABLE on %s', async (_, status, body, text) => {
    service.answers.set('/v1/users/me', (response) => {
      response.setHeader('location', `${service.url}/elsewhere`)
      send(response, status, body)
    })
    await expect(identify(access())).rejects.toMatchObject({
      code: 'API_UNAVAILABLE',
      message: expect.stringContaining(text),
    })
    expect(service.requests).toHaveLength(1)
  })

  it.each([
    [
      'with another version',
      (url: string) => url.replace(/\/v1$/, '/v2'),
      /its paths start with \/v1: is the URL http:\/\/127\.0\.0\.1:\d+\/v1\?$/,
    ],
    [
      'without its version',
      (url: string) => url.replace(/\/v1$/, ''),
      /its paths start with \/v1: is the URL http:\/\/127\.0\.0\.1:\d+\/v1\?$/,
    ],
    [
      'of one of its endpoints',
      (url: string) => `${url}/users/me`,
      /its paths start with \/v1: is the URL http:\/\/127\.0\.0\.1:\d+\/v1\?$/,
    ],
    ['with its version twice', (url: string) => `${url}/v1/`, /; \/v1 stands twice in the URL$/],
    [
      'with https for http',
      (url: string) => url.replace('http', 'https'),
      /no TLS is spoken there: does the URL start with http:\/\/\?$/,
    ],
  ])('says of an address %s what is wrong with it', async (_, changed, message) => {
    await expect(identify({ ...access(), apiUrl: changed(service.url) })).rejects.toMatchObject({
      code: 'API_UNAVAILABLE',
      message: expect.stringMatching(message),
    })
  })

  it('says of a server with TLS that its URL starts with https, and how its certificate is trusted', async () => {
    await using server = await startServer({ tls: true })
    const refused = (apiUrl: string, text: string) =>
      expect(identify({ ...access(), apiUrl })).rejects.toMatchObject({
        code: 'API_UNAVAILABLE',
        message: expect.stringContaining(text),
      })
    await refused(
      server.url.replace('https', 'http'),
      'does not answer like the API (HTTP 400 invalid_request_body); where TLS is spoken, the URL starts with https://',
    )
    await refused(server.url, 'NODE_EXTRA_CA_CERTS names a file with the authority to trust')
  })

  it('is API_UNAVAILABLE when the connection is cut or refused', async () => {
    service.answers.set('/v1/users/me', (response) => response.destroy())
    await expect(identify(access())).rejects.toMatchObject({
      code: 'API_UNAVAILABLE',
      message: expect.stringContaining('the connection was cut; where TLS is spoken, the URL starts with https://'),
    })
    await service.close()
    await expect(identify(access())).rejects.toMatchObject({
      code: 'API_UNAVAILABLE',
      message: expect.stringContaining('refused'),
    })
  })

  it('gives up when the process is to stop', async () => {
    service.answers.set('/v1/users/me', () => {})
    await expect(identify(access(), AbortSignal.timeout(20))).rejects.toMatchObject({ code: 'API_UNAVAILABLE' })
  })
})

describe('probeScope', () => {
  it('is full, restricted on 403, and unknown on everything else', async () => {
    await expect(probeScope(access())).resolves.toBe('full')
    await expect(probeScope(access('svc-key-acme-write'))).resolves.toBe('restricted')
    for (const status of [401, 404, 500, 302]) {
      service.answers.set('/v1/users/me/orgs', (response) => send(response, status, { status: 'failure' }))
      await expect(probeScope(access())).resolves.toBe('unknown')
    }
    service.answers.set('/v1/users/me/orgs', (response) => response.destroy())
    await expect(probeScope(access())).resolves.toBe('unknown')
  })
})
