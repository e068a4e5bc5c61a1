/** Conformance cases through each HTTP client: intercepted by msw, and against the server. */
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { topics } from '../conformance/cases.ts'
import { runConformance, type Transport } from '../conformance/suite.ts'
import { Api } from '../conformance/api.ts'
import { createEmulator } from '../../emulator/index.ts'
import { createHandlers } from '../../emulator/adapters/msw/msw.ts'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { httpClients, type HttpClient } from './http-clients.ts'
import { mswMajor } from './msw-major.ts'
import { trustedTls } from './tls.ts'

const chosen = ['users', 'envelope', 'models', 'list revisions']
const cases = Object.fromEntries(chosen.map((topic) => [topic, topics[topic]!]))
const base = 'http://api.svc.test/v1'
const lacks: NonNullable<Transport['lacks']> = {
  'raw-http': 'clients normalise what they send',
  socket: 'an HTTP client',
}

for (const client of httpClients) {
  describe(client.name, () => {
    describe('server', () => {
      runConformance(serverFor(client), cases)
    })
    describe.skipIf(trustedTls === undefined)('https', () => {
      runConformance(serverFor(client, trustedTls), cases)
    })
    describe(`msw ${mswMajor}`, () => {
      throughMsw(client)
    })
  })
}

function serverFor(client: HttpClient, tls?: typeof trustedTls): Transport {
  return {
    name: `${client.name} against the server${tls === undefined ? '' : ' over TLS'}`,
    lacks,
    async open(emulator) {
      const server = await startServer({ emulator, ...(tls && { tls }) })
      return { api: new Api(server.url, (request) => client.send(request)), close: () => server.close() }
    },
  }
}

function throughMsw(client: HttpClient): void {
  const server = setupServer()
  if (client.intercepted.includes(mswMajor)) {
    runConformance(
      {
        name: `${client.name} through msw`,
        lacks,
        setUp: () => server.listen({ onUnhandledRequest: 'error' }),
        tearDown: () => server.close(),
        async open(emulator) {
          server.use(...createHandlers(emulator, { baseUrl: base }))
          return { api: new Api(base, (request) => client.send(request)), close: () => server.resetHandlers() }
        },
      },
      cases,
    )
    return
  }
  beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }))
  afterAll(() => server.close())
  it('is not intercepted', async () => {
    const emulator = createEmulator()
    server.use(...createHandlers(emulator, { baseUrl: base }))
    await expect(client.send(new Request(`${base}/users/me`))).rejects.toThrow()
    expect(emulator.journal.length).toBe(0)
  })
}
