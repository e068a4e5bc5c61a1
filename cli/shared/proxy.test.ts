import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { ada, type StandIn, startStandIn } from '../../tests/helpers/cli/stand-in.ts'
import { startProxy } from '../../tests/helpers/cli/stand-in-proxy.ts'
import { stayConnected } from '../svc-worker/connection.ts'
import { identify } from './identity.ts'

let service: StandIn
beforeEach(async () => {
  service = await startStandIn()
})
afterEach(() => service.close())
const who = (env: Record<string, string>, apiUrl = service.url) =>
  identify({ apiUrl, apiKey: 'svc-key-ada-admin' }, { env, stopping: new AbortController().signal })
const unavailable = (text: string) => ({ code: 'API_UNAVAILABLE', message: expect.stringContaining(text) })

describe('a proxy of the environment', () => {
  it('forwards a request over http, with the user and the password of its URL', async () => {
    await using proxy = await startProxy()
    await expect(who({ HTTP_PROXY: `u:p@${proxy.host}` })).resolves.toMatchObject(ada)
    expect(proxy.requests).toEqual([`GET ${service.url}/users/me Basic ${btoa('u:p')}`])
    await expect(who({ HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1' })).resolves.toMatchObject(ada)
    expect(proxy.requests).toHaveLength(1)
  })

  it('opens a tunnel for https, in which certificates are checked', async () => {
    await using proxy = await startProxy()
    await using server = await startServer({ tls: true })
    await expect(who({ HTTPS_PROXY: proxy.url }, server.url)).rejects.toMatchObject(unavailable('NODE_EXTRA_CA_CERTS'))
    expect(proxy.requests).toEqual([`CONNECT ${new URL(server.url).host}`])
  })

  it('opens a tunnel for the socket of the worker', async () => {
    await using proxy = await startProxy()
    const log: string[] = []
    await stayConnected({
      url: service.realtimeUrl,
      apiKey: 'svc-key-ada-admin',
      env: { HTTP_PROXY: proxy.url },
      once: true,
      stopping: new AbortController().signal,
      log: (text) => log.push(text),
    })
    expect(log).toEqual([`ready at ${service.realtimeUrl}`])
    expect(proxy.requests).toEqual([`CONNECT ${new URL(service.realtimeUrl).host}`])
  })

  it.each([
    [407, 'asks for a user name and a password (HTTP 407)'],
    [403, 'refused to connect to it (HTTP 403)'],
  ])('is named where it answers %i itself, which says nothing of the key', async (status, text) => {
    await using proxy = await startProxy(status)
    const said = unavailable(`the proxy ${proxy.host} ${text}`)
    await expect(who({ HTTPS_PROXY: proxy.url }, 'https://api.example.com/v1')).rejects.toMatchObject(said)
    if (status === 407) await expect(who({ HTTP_PROXY: proxy.url })).rejects.toMatchObject(said)
    const socket = stayConnected({
      url: 'wss://api.example.com/v1/realtime',
      apiKey: 'k',
      env: { HTTPS_PROXY: proxy.url },
      once: true,
      stopping: new AbortController().signal,
      log: () => {},
    })
    await expect(socket).rejects.toMatchObject(said)
  })

  it('is named where it cannot be reached, or is none', async () => {
    await expect(who({ HTTP_PROXY: 'http://127.0.0.1:1' })).rejects.toMatchObject(
      unavailable('the connection was refused, at the proxy 127.0.0.1:1 that the environment names'),
    )
    await expect(who({ HTTP_PROXY: 'socks5://127.0.0.1:1' })).rejects.toMatchObject(unavailable('http:// or https://'))
  })
})
