import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { startChild, type Child } from './harness/child.ts'
import { compare, roundsOf, type Side } from './harness/compare.ts'
import type { Bench, BenchOptions, Measure } from './harness/measure.ts'
import { FrameReader, maskedFrame, openRaw, socketLoad } from './harness/socket-load.ts'

const emulator = new URL('./servers/emulator.mjs', import.meta.url)
const bare = new URL('./servers/bare-ws.mjs', import.meta.url)
const PATH = '/v1/realtime'

const call = (method: string, params: object): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
interface Case {
  readonly what: string
  readonly message: string
  readonly atLeast?: number
}

const cases: readonly Case[] = [
  { what: 'get one session', message: call('workflow.get_session', { session_id: 'run-01' }), atLeast: 0.85 },
  { what: 'a page of ten sessions', message: call('workflow.list_sessions', { org_id: 'acme' }) },
]

/** The realtime side of the server. */
export const bench: Bench = {
  name: 'sockets',
  about: 'Messages per second over 50 sockets, as a share of a bare ws server that answers the same bytes; 1,000 sockets at once.',
  async run(options) {
    const measures: Measure[] = []
    for (const each of cases) measures.push(...await against(each, options))
    measures.push(await thousand(options))
    return measures
  },
}

async function against({ what, message, atLeast }: Case, options: BenchOptions): Promise<Measure[]> {
  const file = await sample(message)
  const started = (child: Child): Side => ({ child, load: (milliseconds) => socketLoad(child.ready.port, PATH, message, milliseconds) })
  const { throughput, cpu, detail } = await compare(
    async () => started(await startChild(emulator, ['{}'])), async () => started(await startChild(bare, [file])), roundsOf(options),
  )
  return [
    { what: `${what}: messages per second`, value: throughput, unit: 'x', detail, ...(atLeast !== undefined && { atLeast }) },
    { what: `${what}: CPU per message, bare over ours`, value: cpu, unit: 'x' },
  ]
}

/** A file with the answer that the emulator sends. */
async function sample(message: string): Promise<string> {
  const child = await startChild(emulator, ['{}'])
  const socket = new WebSocket(`ws://127.0.0.1:${child.ready.port}${PATH}`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })
  await once(socket, 'open')
  socket.send(message)
  const [data] = await once(socket, 'message')
  const text = String(data)
  if (!text.includes('"result"')) throw new Error(`expected a result, got: ${text}`)
  const file = join(mkdtempSync(join(tmpdir(), 'bench-')), 'answer.json')
  writeFileSync(file, text)
  socket.terminate()
  await child.stop()
  return file
}

/** Every one of a thousand sockets has a call in flight, again and again. */
async function thousand({ quick }: BenchOptions): Promise<Measure> {
  const server = await startChild(emulator, ['{}'])
  const rounds = quick ? 3 : 10
  try {
    const sockets = []
    for (let i = 0; i < 10; i++) sockets.push(...await Promise.all(Array.from({ length: 100 }, () => openRaw(server.ready.port, PATH))))
    const frame = maskedFrame(cases[0]!.message)
    const started = performance.now()
    for (let round = 0; round < rounds; round++) {
      const answered = sockets.map((socket) => new Promise<void>((resolve) => {
        const reader = new FrameReader()
        const read = (chunk: Buffer): void => {
          if (!reader.push(chunk)) return
          socket.off('data', read)
          resolve()
        }
        socket.on('data', read)
      }))
      for (const socket of sockets) socket.write(frame)
      await Promise.all(answered)
    }
    const milliseconds = (performance.now() - started) / rounds
    for (const socket of sockets) socket.destroy()
    return { what: '1,000 sockets, a call in flight on each: all answered within', value: milliseconds, unit: 'ms', atMost: 1_000, detail: `${Math.round(server.memory() / 1e6)} MB resident at most` }
  } finally {
    await server.stop()
  }
}
