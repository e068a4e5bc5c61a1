/** Every mutant is played alike by every way in: what one of them could not send would count as noticed there. */
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket as WebSocketOfWs } from 'ws'
import { mutants } from '../../emulator/contract/variants.ts'
import type { Emulator } from '../../emulator/index.ts'
import { createHandlers } from '../../emulator/adapters/msw/msw.ts'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { hostOf } from '../../emulator/host/instance-of.ts'
import { topics } from './cases.ts'
import { useGlobalWebSocket } from './global-web-socket.ts'
import { connectDirectly, openSocket, type Socket, type SocketConstructor } from './socket.ts'
import { freshEmulator, type Case } from './suite.ts'
import { Api } from './api.ts'

interface Way {
  readonly base: string
  send(request: Request): Promise<Response>
  socket(as: string | undefined): Promise<Socket>
  close(): void | Promise<void>
}

/** Headers that a way in adds: those of a connection, and those for pages of another origin. */
const ownHeaders = /^(?:connection|keep-alive|access-control-.*)$/

const mocked = setupServer()
useGlobalWebSocket()
beforeAll(() => mocked.listen({ onUnhandledRequest: 'bypass' }))
afterAll(() => mocked.close())

const ways: Readonly<Record<string, (emulator: Emulator) => Promise<Way>>> = {
  'emulator.fetch': async (emulator) => ({
    base: 'http://127.0.0.1:4010/v1',
    send: (request) => emulator.fetch(request),
    socket: async (as) => connectDirectly(emulator, as),
    close: () => {},
  }),
  async server(emulator) {
    const { url, realtimeUrl, close } = await startServer({ emulator })
    const socket = (as?: string) => openSocket(WebSocketOfWs as unknown as SocketConstructor, realtimeUrl, as)
    return { base: url, send: (request) => fetch(request), socket, close }
  },
  async msw(emulator) {
    mocked.resetHandlers(...createHandlers(emulator, { baseUrl: 'http://mutants.svc.test/v1' }))
    const socket = (as?: string) =>
      openSocket(WebSocket as unknown as SocketConstructor, 'ws://mutants.svc.test/v1/realtime', as)
    return { base: 'http://mutants.svc.test/v1', send: (request) => fetch(request), socket, close: () => {} }
  },
}

const cases = Object.values(topics)
  .flat()
  .filter(({ needs = [] }) => !needs.includes('raw-http'))

interface Played {
  /** Answers and frames in order, as a client sees them. */
  readonly seen: readonly unknown[]
  readonly isBroken: boolean
  readonly emulator: Emulator
}

/** Runs a case, whatever it finds, and keeps what came back. */
async function play(
  each: Case,
  broken: readonly string[],
  open: (emulator: Emulator) => Promise<Way>,
): Promise<Played> {
  const emulator = freshEmulator(each)
  const { world } = hostOf(emulator)
  world.settings = { ...world.settings, broken: [...broken] }
  const way = await open(emulator)
  const seen: unknown[] = []
  const api = new Api(
    way.base,
    (request) => noting(seen, way.send(request)),
    async (as) => {
      const socket = await way.socket(as)
      return { ...socket, next: async () => note(seen, await socket.next()) }
    },
  )
  await each.run(api, emulator).catch(() => {})
  await way.close()
  const isBroken = emulator.journal.entries().some(({ notes }) => notes.some((line) => line.startsWith('broken on')))
  return { seen, isBroken, emulator }
}

function note<T>(seen: unknown[], value: T): T {
  seen.push(value)
  return value
}

async function noting(seen: unknown[], answer: Promise<Response>): Promise<Response> {
  const response = await answer.catch((error: unknown) => {
    seen.push(String(error))
    throw error
  })
  const headers = [...response.headers].filter(([name]) => !ownHeaders.test(name))
  seen.push([response.status, response.statusText, headers, await response.clone().text()])
  return response
}

/** Cases by the clauses that they meet. */
const met = new Map<string, Case[]>()

beforeAll(async () => {
  for (const each of cases) {
    const { emulator } = await play(each, [], ways['emulator.fetch']!)
    for (const { id, count } of emulator.coverage().clauses.items)
      if (count > 0) met.set(id, [...(met.get(id) ?? []), each])
  }
})

/** The first case whose answers a mutant breaks. */
async function brokenCase(id: string, clause: string): Promise<[Case, Played] | undefined> {
  for (const each of met.get(clause) ?? []) {
    const played = await play(each, [id], ways['emulator.fetch']!)
    if (played.isBroken) return [each, played]
  }
  return undefined
}

const sections = [...new Set(mutants.map(({ statement }) => statement.split('.')[0]!))]

describe.each(sections)('mutants of %s', (section) => {
  const own = mutants.filter(({ statement }) => statement.startsWith(`${section}.`))

  it('are played alike by emulator.fetch, a server and msw', async () => {
    const unplayed: string[] = []
    for (const { id, statement: clause } of own) {
      const found = await brokenCase(id, clause)
      if (found === undefined) unplayed.push(id)
      if (found === undefined) continue
      const [each, { seen }] = found
      for (const way of ['server', 'msw'])
        expect((await play(each, [id], ways[way]!)).seen, `${id} by ${way}, in: ${each.name}`).toEqual(seen)
    }
    expect(unplayed).toEqual([])
  })
})
