import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createEmulator, type Emulator } from '../emulator/index.ts'
import { median, type Bench, type BenchOptions, type Measure } from './harness/measure.ts'
import { hostOf } from '../emulator/host/instance-of.ts'

/** A page of `list_session_objects` costs what the page holds, not what the session holds; and calls leave nothing behind. */
export const bench: Bench = {
  name: 'session-objects',
  about: 'A page of 50 of list_session_objects over a socket in process, at 1,000,000 objects against 1,000; heap over 100,000 calls.',
  async run({ quick }: BenchOptions): Promise<readonly Measure[]> {
    // Before the world of a million makes what calls leave behind look small.
    const left = heap(quick)
    const few = filled(1_000)
    const many = filled(quick ? 100_000 : 1_000_000)
    return [compare('the oldest page', few, many, 0, quick), compare('a page half way down', few, many, 0.5, quick), left]
  },
}

type Ask = (params?: object) => { objects: unknown[]; cursor: string }

function filled(count: number): Emulator {
  const emulator = createEmulator()
  const { world } = hostOf(emulator)
  const session_id = world.sessions.find('run-02')!.id
  for (let n = 0; n < count; n++) {
    world.objects.insert({ id: world.ids.uuid(), session_id, key: `object-${n}`, value: { size: n }, created_at: '2026-01-01T00:00:00.000Z' })
  }
  return emulator
}

/** Calls over a socket of its own. */
function asker(emulator: Emulator): Ask {
  let answer = ''
  const connection = { url: '/v1/realtime?api_key=svc-key-ada-admin', send: (text: string) => { answer = text }, close() {} }
  const session = emulator.connect(connection)
  return (params = {}) => {
    session.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workflow.list_session_objects', params: { session_id: 'run-02', ...params } }))
    const { result } = JSON.parse(answer)
    if (result === undefined) throw new Error(`expected a result, got: ${answer.slice(0, 300)}`)
    return result
  }
}

/** Asks both in turn, in short slices, so that a machine that changes speed changes it for both. */
function compare(what: string, few: Emulator, many: Emulator, depth: number, quick: boolean): Measure {
  const sides = [few, many].map((emulator) => pageAt(emulator, depth))
  const ratios: number[] = []
  const last = [0, 0]
  for (let slice = 0; slice < (quick ? 11 : 31); slice++) {
    for (const side of slice % 2 === 0 ? [0, 1] : [1, 0]) last[side] = perCall(sides[side]!, quick ? 200 : 1_000)
    if (slice > 0) ratios.push(last[1]! / last[0]!)
  }
  return { what, value: median(ratios), unit: 'x', atMost: 1.1, detail: `${last[1]!.toFixed(1)} us against ${last[0]!.toFixed(1)} us` }
}

function perCall(call: () => void, calls: number): number {
  const before = process.cpuUsage()
  for (let n = 0; n < calls; n++) call()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / calls
}

/** Walks down by pages of 200, and asks for the page of 50 that follows. */
function pageAt(emulator: Emulator, depth: number): () => void {
  const ask = asker(emulator)
  const pages = Math.floor((emulator.world.objects.size * depth) / 200)
  let cursor: string | undefined
  for (let n = 0; n < pages; n++) cursor = ask({ limit: 200, ...(cursor !== undefined && { cursor }) }).cursor
  const params = cursor === undefined ? {} : { cursor }
  return () => {
    if (ask(params).objects.length !== 50) throw new Error('expected a page of 50')
  }
}

/** Heap after many calls of every kind over the heap after the first of them, both after a collection. */
function heap(quick: boolean): Measure {
  const emulator = createEmulator()
  const session = emulator.connect({ url: '/v1/realtime?api_key=svc-key-ada-admin', send() {}, close() {} })
  const calls = [
    { jsonrpc: '2.0', id: 1, method: 'workflow.list_sessions', params: { org_id: 'acme' } },
    { jsonrpc: '2.0', id: 2, method: 'workflow.put_session_object', params: { session_id: 'none', key: 'k', value: 1 } },
    { jsonrpc: '2.0', id: 3, method: 'workflow.get_sesion' },
    { jsonrpc: '2.0', method: 'scheduler.list_schedules', params: { org_id: 'acme' } },
  ].map((call) => JSON.stringify(call))
  const play = (count: number): void => {
    for (let n = 0; n < count; n++) session.receive(calls[n % calls.length]!)
  }
  play(quick ? 5_000 : 20_000)
  const before = collected()
  play(quick ? 20_000 : 100_000)
  const after = collected()
  return { what: 'heap after 100,000 calls over before', value: after / before, unit: 'x', atMost: 1.05, detail: `${(after / 1e6).toFixed(1)} MB against ${(before / 1e6).toFixed(1)} MB` }
}

function collected(): number {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  gc()
  gc()
  return process.memoryUsage().heapUsed
}
