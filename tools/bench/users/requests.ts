import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { Collection } from '@msw/data'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { peers } from '../harness/peers.ts'
import { median, type Bench, type Measure } from '../harness/measure.ts'
import { createEmulator, createHandlers, entry } from '../harness/shipped.ts'
import { cpuOfAsync } from '../harness/turns.ts'
import { reads } from '../workload/rest.ts'
import { benchFixture, keyOf, USERS } from '../workload/world.ts'

const ORIGIN = 'http://api.svc.test'

interface Mock {
  readonly what: string
  readonly atMost?: number
  /** Begins to answer. Gives the address, and how to stop. */
  start(): Promise<{ origin?: string; ask?: typeof fetch; stop(): unknown }>
}

/** What a request of a test costs, mocked by one or the other. */
export const bench: Bench = {
  about:
    'fetch of one of 1,000 users by 20 callers in one process, client included: CPU of one, over msw with a handler that looks into a Map.',
  async run({ quick }) {
    const emulator = createEmulator({ fixtures: [benchFixture()] as never })
    const users = new Map<string, object>(
      emulator.world.users.list().flatMap(
        (user) =>
          [
            [user.id, user],
            [user.alias, user],
          ] as [string, object][],
      ),
    )
    const ids = Array.from({ length: USERS }, (_, n) => emulator.world.users.get(`user-${n + 1}`)!.id)
    const mocks = [
      await overMap(users),
      ourHandlers(emulator),
      await ourServer(),
      directly(emulator),
      await overCollection(users),
      overNock(users),
      overJsonServer(users),
    ]
    const took = mocks.map(() => [] as number[])
    for (let round = 0; round <= (quick ? 3 : 11); round++) {
      for (const [index, mock] of mocks.entries()) {
        const cost = await fetches(mock, ids, quick ? 100 : 400)
        if (round > 0) took[index]!.push(cost)
      }
    }
    const bare = median(took[0]!)
    return mocks.slice(1).map(({ what, atMost }, index): Measure => {
      const cost = median(took[index + 1]!)
      return {
        what,
        value: cost / bare,
        unit: 'x',
        detail: `${cost.toFixed(0)} us against ${bare.toFixed(0)} us`,
        ...(atMost !== undefined && { atMost }),
      }
    })
  },
}

async function fetches(mock: Mock, ids: readonly string[], count: number): Promise<number> {
  const next = reads(ids, 0)
  const { origin = ORIGIN, ask = fetch, stop } = await mock.start()
  const cost = await cpuOfAsync(count, async () => {
    const { path, caller } = next('')
    const response = await ask(`${origin}${path}`, { headers: { 'x-api-key': keyOf(caller) } })
    if (response.status !== 200) throw new Error(`${mock.what}: ${path} answered ${response.status}`)
    await response.json()
  })
  await stop()
  return cost
}

function overMsw(what: string, server: ReturnType<typeof setupServer>, atMost?: number): Mock {
  return {
    what,
    ...(atMost !== undefined && { atMost }),
    async start() {
      server.listen({ onUnhandledRequest: 'error' })
      return { stop: () => server.close() }
    },
  }
}

async function overMap(users: ReadonlyMap<string, object>): Promise<Mock> {
  return overMsw(
    'msw',
    setupServer(
      http.get(`${ORIGIN}/v1/users/:id`, ({ params }) =>
        HttpResponse.json({ status: 'success', user: users.get(String(params['id'])) }),
      ),
    ),
  )
}

function ourHandlers(emulator: ReturnType<typeof createEmulator>): Mock {
  return overMsw('our handlers in msw', setupServer(...createHandlers(emulator, { baseUrl: `${ORIGIN}/v1` })), 1.15)
}

async function ourServer(): Promise<Mock> {
  const { startServer } = (await import(entry('server'))) as typeof import('../../../emulator/adapters/node/server.ts')
  return {
    what: 'our server, in the process of the test',
    async start() {
      const server = await startServer({ fixtures: [benchFixture()] as never })
      return { origin: new URL(server.url).origin, stop: () => server.close() }
    },
  }
}

function directly(emulator: ReturnType<typeof createEmulator>): Mock {
  return {
    what: 'emulator.fetch',
    start: async () => ({ origin: 'http://emulator', ask: emulator.fetch as typeof fetch, stop() {} }),
  }
}

interface User {
  readonly id: string
  readonly alias: string
}

interface Schema {
  readonly '~standard': {
    version: 1
    vendor: string
    validate(value: unknown): { value: User }
    types?: { input: User; output: User }
  }
}

async function overCollection(users: ReadonlyMap<string, object>): Promise<Mock> {
  const held = new Collection<Schema>({
    schema: { '~standard': { version: 1, vendor: 'bench', validate: (value) => ({ value: value as User }) } },
  })
  for (const user of new Set(users.values())) await held.create(user as User)
  const find = (name: string) =>
    held.findFirst((q) => q.where({ alias: name })) ?? held.findFirst((q) => q.where({ id: name }))
  return overMsw(
    'peer @msw/data in msw',
    setupServer(
      http.get(`${ORIGIN}/v1/users/:id`, ({ params }) =>
        HttpResponse.json({ status: 'success', user: find(String(params['id'])) }),
      ),
    ),
  )
}

/** What is used of it: the package is none of the project's. */
interface Nock {
  (origin: string): { persist(): { get(path: RegExp): { reply(answer: (uri: string) => unknown): unknown } } }
  isActive(): boolean
  activate(): void
  cleanAll(): void
  restore(): void
}

function overNock(users: ReadonlyMap<string, object>): Mock {
  return {
    what: 'peer nock',
    async start() {
      const nock = createRequire(`${peers()}package.json`)('nock') as Nock
      if (!nock.isActive()) nock.activate()
      nock(ORIGIN)
        .persist()
        .get(/^\/v1\/users\//)
        .reply((uri: string) => [200, { status: 'success', user: users.get(uri.split('/').at(-1)!) }])
      return {
        stop: () => {
          nock.cleanAll()
          nock.restore()
        },
      }
    },
  }
}

interface JsonServer {
  create(): { use(path: string, router: unknown): void; listen(port: number, host: string, ready: () => void): Server }
  router(data: object): unknown
}

function overJsonServer(users: ReadonlyMap<string, object>): Mock {
  return {
    what: 'peer json-server, in the process of the test',
    async start() {
      const jsonServer = createRequire(`${peers()}package.json`)('json-server') as JsonServer
      const app = jsonServer.create()
      app.use('/v1', jsonServer.router({ users: [...users].map(([id, user]) => ({ ...user, id })) }))
      const server = await new Promise<Server>((resolve) => {
        const listening = app.listen(0, '127.0.0.1', () => resolve(listening))
      })
      return {
        origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        stop: () => {
          server.closeAllConnections()
          server.close()
        },
      }
    },
  }
}
