import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { startChild } from './harness/child.ts'
import { compare, chooseRounds, type Side } from './harness/compare.ts'
import { clients, CONNECTIONS, httpLoad } from './harness/http-load.ts'
import { again, talk } from './harness/in-process.ts'
import type { Bench, BenchOptions, Measure } from './harness/measure.ts'
import { measureCpu, turns } from './harness/turns.ts'
import { fillObjects, fillRevisions } from './servers/fill.mjs'
import { shuffled } from './workload/order.ts'
import { formatRequest, type Conversation, type RestRequest } from './workload/rest.ts'
import { benchFixture, blobs, CALLERS, orgs, sessions } from './workload/world.ts'

const emulator = new URL('./servers/emulator.mjs', import.meta.url)

/** A world of a million records answers as one of a hundred. */
export const bench: Bench = {
  about:
    'CPU of the same kind of request at 1,000,000 records over 100 (listings: 1,000): records and pages from all over the world, 20 callers.',
  async run(options) {
    const many = options.quick ? 100_000 : 1_000_000
    return [...(await usersAmong(many, options)), ...(await measurePages(many, options))]
  },
}

async function usersAmong(many: number, options: BenchOptions): Promise<Measure[]> {
  const ofAll = many.toLocaleString('en')
  const growth = async (what: string, ids: number): Promise<Measure> => {
    const { cpu, detail } = await compare(
      () => serving(many, ids),
      () => serving(100, 100),
      chooseRounds(options),
    )
    return { what: `GET ${what}, over one of 100, over HTTP`, value: 1 / cpu, unit: 'x', atMost: 2, detail }
  }
  return [await growth(`one of 1,000 users among ${ofAll}`, 1_000), await growth(`any of ${ofAll} users`, many)]
}

/** A server with so many users, and clients that ask for `ids` of them, from all over. */
async function serving(users: number, ids: number): Promise<Side> {
  const child = await startChild(emulator, [JSON.stringify({ fixtures: [benchFixture(CALLERS)], users })])
  const driven = clients(CONNECTIONS, (client) => {
    const pick = shuffled(ids, client)
    let sent = client
    return () =>
      formatRequest({ method: 'GET', path: `/v1/users/filled-${pick() * (users / ids)}`, caller: sent++ % CALLERS })
  })
  return { child, load: (requests) => httpLoad(child.port, driven, requests) }
}

/** Pages of a listing that are asked for: as many records on both sides, all of those of the smaller. */
const PLACES = 20

const listings = [
  {
    what: 'a page of 50 revisions',
    fill: (world: Emulator, count: number) => fillRevisions(world, blobs[0]!, count),
    ask: (limit: number, cursor: object) => ({
      method: 'GET' as const,
      path: `/v1/blobs/${orgs[0]}/${blobs[0]}/revisions?${new URLSearchParams({ limit: String(limit), ...cursor })}`,
    }),
  },
  {
    what: 'a page of 50 objects of a session',
    fill: (world: Emulator, count: number) => fillObjects(world, sessions[0]!, count),
    ask: (limit: number, cursor: object) => ({
      method: 'POST' as const,
      path: '/v1/workflow/list_session_objects',
      body: { session_id: sessions[0], limit, ...cursor },
    }),
  },
]

type Ask = (limit: number, cursor: object) => Omit<RestRequest, 'caller'>

async function measurePages(many: number, { quick }: BenchOptions): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const { what, fill, ask } of listings) {
    const sides = [1_000, many].map((count) => {
      const world = createEmulator({ fixtures: [benchFixture(CALLERS)] as never })
      fill(world, count - 1_000)
      return pagesAllOver(world, count, ask)
    })
    const pages = quick ? 200 : 1_000
    const { ratio, first, second } = await turns(
      quick ? 7 : 31,
      () => measureCpu(pages, sides[0]!),
      () => measureCpu(pages, sides[1]!),
    )
    measures.push({
      what: `${what} among ${many.toLocaleString('en')} over one among 1,000`,
      value: ratio,
      unit: 'x',
      atMost: 2,
      detail: `${second.toFixed(1)} us CPU against ${first.toFixed(1)} us`,
    })
  }
  return measures
}

/** Asks for pages that stand all over the listing, each as the next caller. */
function pagesAllOver(world: Emulator, size: number, ask: Ask): () => string {
  const cursors = collectCursors(world, size, ask)
  let asked = 0
  const conversation: Conversation = () => {
    const caller = ++asked % CALLERS
    return { ...ask(50, { cursor: cursors[(asked * 7) % cursors.length] }), caller }
  }
  return again(world, conversation, PLACES * CALLERS)
}

/** Cursors of as many places, all over the listing, none on its last page. */
function collectCursors(world: Emulator, size: number, ask: Ask): string[] {
  const step = size / PLACES
  const limit = Math.min(step, 200)
  const cursors: string[] = []
  let cursor: string | null = null
  const walk = talk(world, () => ({ ...ask(limit, cursor === null ? {} : { cursor }), caller: 0 }))
  for (let read = limit; read <= size - 50; read += limit) {
    cursor = (JSON.parse(walk()) as { cursor: string }).cursor
    if (read % step === 0) cursors.push(cursor)
  }
  return cursors
}
