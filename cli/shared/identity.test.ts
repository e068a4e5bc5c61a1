import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { ada, send, type StandIn, startStandIn } from '../../tests/helpers/cli/stand-in.ts'
import { identify, probeScope } from './identity.ts'

let service: StandIn
beforeEach(async () => {
  service = await startStandIn()
})
afterEach(() => service.close())
const surroundings = { env: {}, stopping: new AbortController().signal }
const access = (apiKey = 'svc-key-ada-admin') => ({ apiUrl: service.url, apiKey })

describe('identify', () => {
  it('answers the record as it came, with the key in the header', async () => {
    await expect(identify(access(), surroundings)).resolves.toEqual({ ...ada, alias: 'ada', role: 'owner' })
    expect(service.requests).toEqual(['GET /v1/users/me svc-key-ada-admin'])
  })

  it('bears a slash at the end of the URL', async () => {
    await expect(identify({ ...access(), apiUrl: `${service.url}/` }, surroundings)).resolves.toMatchObject(ada)
  })

  it.each([401, 403])('is AUTH_INVALID on %i', async (status) => {
    service.answers.set('/v1/users/me', (response) =>
      send(response, status, { status: 'failure', error: 'forbidden', message: 'svc-key-ada-admin' }),
    )
    const expected = { code: 'AUTH_INVALID', message: expect.stringContaining(`HTTP ${status} forbidden`) }
    await expect(identify(access(), surroundings)).rejects.toMatchObject(expected)
  })

  it.each([
    ['a server error', 500, { status: 'failure', error: 'internal_error' }, 'try again later'],
    ['a rate limit', 429, { status: 'failure', error: 'rate_limited' }, 'for now (HTTP 429 rate_limited); try again'],
    ['another server', 404, 'no', 'is the URL right?'],
    [
      'a redirect, which is not followed',
      302,
      {},
      'is not followed, because the key would go along; a page to sign in at, perhaps',
    ],
    ['a failure with 200', 200, { status: 'failure', user: ada }, 'is the URL right?'],
    ['a user without id', 200, { status: 'success', user: { name: 'Ada' } }, 'is the URL right?'],
    ['no user', 200, { status: 'success' }, 'is the URL right?'],
    ['nothing', 200, null, 'is the URL right?'],
  ])('is API_UNAVAILABLE on %s', async (_, status, body, text) => {
    service.answers.set('/v1/users/me', (response) => {
      response.setHeader('location', `${service.url}/elsewhere`)
      send(response, status, body)
    })
    await expect(identify(access(), surroundings)).rejects.toMatchObject({
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
    await expect(identify({ ...access(), apiUrl: changed(service.url) }, surroundings)).rejects.toMatchObject({
      code: 'API_UNAVAILABLE',
      message: expect.stringMatching(message),
    })
  })

  it('says of a server with TLS that its URL starts with https, and how its certificate is trusted', async () => {
    await using server = await startServer({ tls: true })
    const refused = (apiUrl: string, text: string) =>
      expect(identify({ ...access(), apiUrl }, surroundings)).rejects.toMatchObject({
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
    await expect(identify(access(), surroundings)).rejects.toMatchObject({
      code: 'API_UNAVAILABLE',
      message: expect.stringContaining('the connection was cut; where TLS is spoken, the URL starts with https://'),
    })
    await service.close()
    await expect(identify(access(), surroundings)).rejects.toMatchObject({
      code: 'API_UNAVAILABLE',
      message: expect.stringContaining('refused'),
    })
  })

  it('gives up when the process is to stop', async () => {
    service.answers.set('/v1/users/me', () => {})
    await expect(identify(access(), { env: {}, stopping: AbortSignal.timeout(20) })).rejects.toMatchObject({
      code: 'API_UNAVAILABLE',
    })
  })
})

describe('identify names', () => {
  const answering = (status: number, headers: Record<string, string>, body: string | Buffer) => {
    service.answers.set('/v1/users/me', (response) => response.writeHead(status, headers).end(body))
    return identify(access(), surroundings)
  }
  const html = { 'content-type': 'text/html; charset=utf-8' }

  it('the URL that a redirect means, without what may be secret in it', async () => {
    await expect(
      answering(308, { location: 'https://u:p@api.example.com/v1/users/me?token=t' }, ''),
    ).rejects.toMatchObject({
      code: 'API_UNAVAILABLE',
      message:
        `${service.url} redirects to https://api.example.com/v1/users/me (HTTP 308), which is not followed, ` +
        'because the key would go along; is the URL https://api.example.com/v1?',
    })
    await expect(answering(302, { location: '/login?next=%2F' }, '')).rejects.toMatchObject({
      message: expect.stringMatching(/redirects to http:\/\/127\.0\.0\.1:\d+\/login \(HTTP 302\).*to sign in at/),
    })
  })

  it.each<[string, number, Record<string, string>, string, string, string]>([
    [
      'a web page',
      200,
      html,
      '<!doctype html><title>Sign in',
      'API_UNAVAILABLE',
      'a web page, perhaps one to sign in at, (HTTP 200)',
    ],
    ['a web page without a type', 200, {}, '\n <html>', 'API_UNAVAILABLE', 'a web page'],
    [
      'JSON that ends too early',
      200,
      {},
      '{"status":"succ',
      'API_UNAVAILABLE',
      'JSON that is cut off or broken (HTTP 200)',
    ],
    [
      'a proxy',
      407,
      html,
      '<p>',
      'API_UNAVAILABLE',
      'a proxy on the way asks for a user name and a password (HTTP 407)',
    ],
    [
      'a firewall',
      403,
      html,
      '<h1>Blocked',
      'API_UNAVAILABLE',
      'refused the request with a web page (HTTP 403): is there a firewall',
    ],
    [
      'a refusal that is none of the API',
      403,
      {},
      'no',
      'API_UNAVAILABLE',
      'with no answer of the API (HTTP 403): is there a firewall',
    ],
    ['an empty refusal', 401, {}, '', 'API_UNAVAILABLE', 'with no answer of the API (HTTP 401): is there a firewall'],
    ['foreign JSON', 401, {}, '{"message":"Unauthorized"}', 'API_UNAVAILABLE', 'is there a firewall'],
    ['a limit of an hour', 429, { 'retry-after': '3600' }, '', 'API_UNAVAILABLE', '(HTTP 429); try again in 3600 s'],
    ['an unknown coding', 200, { 'content-encoding': 'zstd' }, 'x', 'API_UNAVAILABLE', 'not asked for (zstd)'],
    [
      'a wrong coding',
      200,
      { 'content-encoding': 'gzip' },
      'no gzip',
      'API_UNAVAILABLE',
      'not compressed as it says (gzip)',
    ],
  ])('%s', async (_, status, headers, body, code, text) => {
    await expect(answering(status, headers, body)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(text),
    })
  })

  it('an answer that was cut off, compressed or not', async () => {
    service.answers.set('/v1/users/me', (response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"st', () => response.destroy())
    })
    const cut = { code: 'API_UNAVAILABLE', message: expect.stringContaining('the answer was cut off after 4 bytes') }
    await expect(identify(access(), surroundings)).rejects.toMatchObject(cut)
    const whole = gzipSync(JSON.stringify({ status: 'success', user: ada }))
    await expect(answering(200, { 'content-encoding': 'gzip' }, whole.subarray(0, -12))).rejects.toMatchObject({
      message: expect.stringContaining('the answer was cut off'),
    })
  })
})

describe('probeScope', () => {
  it('is full, restricted on 403, and unknown on everything else', async () => {
    await expect(probeScope(access(), surroundings)).resolves.toBe('full')
    await expect(probeScope(access('svc-key-acme-write'), surroundings)).resolves.toBe('restricted')
    for (const status of [401, 404, 500, 302]) {
      service.answers.set('/v1/users/me/orgs', (response) => send(response, status, { status: 'failure' }))
      await expect(probeScope(access(), surroundings)).resolves.toBe('unknown')
    }
    service.answers.set('/v1/users/me/orgs', (response) => response.destroy())
    await expect(probeScope(access(), surroundings)).resolves.toBe('unknown')
  })
})
