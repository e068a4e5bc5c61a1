import { startChild } from './harness/child.ts'
import { compare, roundsOf, type Side } from './harness/compare.ts'
import { clients, CONNECTIONS } from './harness/http-load.ts'
import type { Bench, BenchOptions, Measure } from './harness/measure.ts'
import { FrameReader, maskedFrame, openRaw, socketLoad } from './harness/socket-load.ts'
import { bareResults } from './workload/bare-results.ts'
import { createAndReadCalls, readCalls, walkCalls, type CallConversation } from './workload/calls.ts'
import { benchFixture, keyOf } from './workload/world.ts'

const emulator = new URL('./servers/emulator.mjs', import.meta.url)
const bare = new URL('./servers/bare-ws.mjs', import.meta.url)
const PATH = '/v1/realtime'
const options = JSON.stringify({ fixtures: [benchFixture()] })

interface Case {
  readonly what: string
  readonly atLeast: number
  readonly conversation: (client: number) => CallConversation
}

const cases: readonly Case[] = [
  { what: 'get a session, 4,000 of them', atLeast: 0.6, conversation: readCalls },
  { what: 'a page of ten, on walks of 100 pages', atLeast: 0.3, conversation: walkCalls },
  { what: 'create a session and read it', atLeast: 0.35, conversation: createAndReadCalls },
]

export const bench: Bench = {
  about:
    'CPU of a call to a bare ws server over ours: 50 sockets, 20 callers, calls that differ; 1,000 sockets at once.',
  async run(run) {
    const file = bareResults()
    const measures: Measure[] = []
    for (const each of cases) measures.push(...(await against(each, file, run)))
    return [...measures, await thousand(run)]
  },
}

async function against({ what, atLeast, conversation }: Case, file: string, run: BenchOptions): Promise<Measure[]> {
  const start = (script: URL, argument: string) => async (): Promise<Side> => {
    const child = await startChild(script, [argument])
    const driven = clients(CONNECTIONS, (client) => messages(conversation(client)))
    return { child, load: (requests) => socketLoad(child.port, PATH, keyOf, driven, requests) }
  }
  const { throughput, cpu, detail } = await compare(start(emulator, options), start(bare, file), roundsOf(run))
  return [
    { what: `${what}: CPU, bare over ours`, value: cpu, unit: 'x', atLeast, detail },
    { what: `${what}: calls per second, ours over bare`, value: throughput, unit: 'x' },
  ]
}

function messages(conversation: CallConversation): (answer: string) => string {
  let id = 0
  return (answer) => JSON.stringify({ jsonrpc: '2.0', id: ++id, ...conversation(answer) })
}

/** Every one of a thousand sockets has a call in flight, again and again. */
async function thousand({ quick }: BenchOptions): Promise<Measure> {
  const server = await startChild(emulator, [options])
  const rounds = quick ? 3 : 10
  try {
    const sockets = []
    for (let i = 0; i < 1_000; i += 100)
      sockets.push(
        ...(await Promise.all(Array.from({ length: 100 }, (_, n) => openRaw(server.port, PATH, keyOf(i + n))))),
      )
    const callers = sockets.map((_, client) => messages(readCalls(client)))
    const started = performance.now()
    for (let round = 0; round < rounds; round++) {
      await Promise.all(
        sockets.map((socket, client) => {
          const reader = new FrameReader()
          return new Promise<void>((resolve) => {
            const read = (chunk: Buffer): void => {
              if (reader.push(chunk) === undefined) return
              socket.off('data', read)
              resolve()
            }
            socket.on('data', read)
            socket.write(maskedFrame(callers[client]!('')))
          })
        }),
      )
    }
    const milliseconds = (performance.now() - started) / rounds
    for (const socket of sockets) socket.destroy()
    const { memory } = await server.used()
    return {
      what: '1,000 sockets, a call in flight on each: all answered within',
      value: milliseconds,
      unit: 'ms',
      atMost: 1_000,
      detail: `${Math.round(memory / 1e6)} MB resident at most`,
    }
  } finally {
    await server.stop()
  }
}
