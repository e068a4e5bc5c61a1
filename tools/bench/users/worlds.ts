import { startChild } from '../harness/child.ts'
import { chooseRounds, costRatio, costText, loadInTurns, type Side } from '../harness/compare.ts'
import { clients, CONNECTIONS, httpLoad } from '../harness/http-load.ts'
import type { Bench, BenchOptions, Measure } from '../harness/measure.ts'
import { startServer } from '../harness/shipped.ts'
import { shuffled } from '../workload/order.ts'
import { restAnswers } from '../workload/bare-answers.ts'
import { formatRequest, reads } from '../workload/rest.ts'
import { benchFixture } from '../workload/world.ts'

const WORLDS = 1_000

/** A server of a team, with a world for everybody. */
export const bench: Bench = {
  about:
    '1,000 worlds on one port, named by a header: CPU of a GET over all of them beside one world, and the memory of a world that nobody has changed.',
  async run(options) {
    return [await costOfMany(options), await memoryOfOne(options)]
  },
}

const server = new URL('../servers/emulator.mjs', import.meta.url)

async function costOfMany(options: BenchOptions): Promise<Measure> {
  const { ids } = await restAnswers()
  const start = (worlds: number) => async (): Promise<Side> => {
    const child = await startChild(server, [JSON.stringify({ fixtures: [benchFixture()], trace: true })])
    for (let world = 0; world < worlds; world++) await begin(`http://127.0.0.1:${child.port}`, world)
    const driven = clients(CONNECTIONS, (client) => {
      const ask = reads(ids, client)
      const pick = shuffled(worlds, client)
      return (answer) => formatRequest(ask(answer)).replace('\r\n\r\n', `\r\nx-svc-world: world-${pick()}\r\n\r\n`)
    })
    return { child, load: (requests) => httpLoad(child.port, driven, requests) }
  }
  const { many, one } = await loadInTurns({ many: start(WORLDS), one: start(1) }, chooseRounds(options))
  const { value } = costRatio(many, one)
  const detail = `${costText(many)}, one ${costText(one)}`
  return { what: 'GET a user: CPU, 1,000 worlds over one', value, unit: 'x', detail, atMost: 1.3 }
}

async function memoryOfOne({ quick }: BenchOptions): Promise<Measure> {
  const count = quick ? 200 : WORLDS
  await using running = await startServer({ trace: true, bounds: { worlds: count + 1 } })
  const root = running.controlUrl.replace('/__emulator', '')
  await begin(root, 0)
  const before = usedHeap()
  for (let world = 1; world <= count; world++) await begin(root, world)
  const value = (usedHeap() - before) / count / 1024
  return { what: 'memory of an untouched world', value, unit: 'KB', atMost: 20 }
}

async function begin(root: string, world: number): Promise<void> {
  const { status } = await fetch(`${root}/__emulator/worlds/world-${world}`, { method: 'PUT' })
  if (status !== 200) throw new Error(`no world was begun: ${status}`)
}

/** Bytes of the heap after a collection; `npm run bench` exposes it. */
function usedHeap(): number {
  for (let round = 0; round < 3; round++) globalThis.gc!()
  return process.memoryUsage().heapUsed
}
