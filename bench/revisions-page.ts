import { createEmulator, type Emulator } from '../emulator/index.ts'
import { median, type Bench, type BenchOptions, type Measure } from './harness/measure.ts'
import { handle } from '../emulator/host/dispatch.ts'
import { hostOf } from '../emulator/host/instance-of.ts'

const BLOB = '00000000-0000-4000-8000-0000000000d1'
const LIMIT = 50

/** A page of List Revisions costs what the page holds, not what the blob holds. */
export const bench: Bench = {
  name: 'revisions-page',
  about: 'A page of 50 of List Revisions, at 1,000,000 revisions of one blob against 1,000: CPU time of the whole request, in process.',
  async run({ quick }: BenchOptions): Promise<readonly Measure[]> {
    const few = filled(1_000)
    const many = filled(quick ? 100_000 : 1_000_000)
    return [
      compare('the newest page', few, many, undefined, quick),
      compare('a page half way down', few, many, 0.5, quick),
    ]
  },
}

function filled(count: number): Emulator {
  const emulator = createEmulator()
  const { world } = hostOf(emulator)
  for (let number = 5; number < count + 5; number++) {
    world.revisions.insert({
      id: world.ids.uuid(), blob_id: BLOB, number, phase: 'commit', status: 'ready', failed_operation: null, note: null,
      created_at: '2026-01-01T00:00:00.000Z',
    })
  }
  return emulator
}

/** Asks both in turn, in short slices, so that a machine that changes speed changes it for both. */
function compare(what: string, few: Emulator, many: Emulator, depth: number | undefined, quick: boolean): Measure {
  const sides = [asker(few, depth), asker(many, depth)] as const
  const requests = quick ? 200 : 1_000
  const ratios: number[] = []
  let last = [0, 0] as [number, number]
  for (let slice = 0; slice < (quick ? 11 : 31); slice++) {
    const order = slice % 2 === 0 ? [0, 1] as const : [1, 0] as const
    for (const side of order) last[side] = perRequest(sides[side], requests)
    if (slice > 0) ratios.push(last[1] / last[0])
  }
  const detail = `${last[1].toFixed(1)} us against ${last[0].toFixed(1)} us`
  return { what, value: median(ratios), unit: 'x', atMost: 1.1, detail }
}

function perRequest(ask: () => void, requests: number): number {
  const before = process.cpuUsage()
  for (let n = 0; n < requests; n++) ask()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / requests
}

/** Asks for one page: the newest, or the one that stands at `depth` of the listing. */
function asker(emulator: Emulator, depth: number | undefined): () => void {
  const url = depth === undefined ? page() : page(cursorAt(emulator, depth))
  const request = { method: 'GET', url, headers: ['x-api-key', 'svc-key-ada-admin'], body: null }
  return () => {
    const answer = handle(emulator, request) as { status: number }
    if (answer.status !== 200) throw new Error(`expected 200, got ${answer.status}`)
  }
}

function page(cursor?: string): string {
  return `/v1/blobs/acme/weights/revisions?limit=${LIMIT}${cursor === undefined ? '' : `&cursor=${cursor}`}`
}

/** Walks down by pages of 200 to a cursor at that depth. */
function cursorAt(emulator: Emulator, depth: number): string {
  const pages = Math.floor(emulator.world.revisions.size * depth / 200)
  let cursor = ''
  for (let n = 0; n < pages; n++) {
    const url = `/v1/blobs/acme/weights/revisions?limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`
    const { body } = handle(emulator, { method: 'GET', url, headers: ['x-api-key', 'svc-key-ada-admin'], body: null }) as { body: string }
    cursor = (JSON.parse(body) as { cursor: string }).cursor
  }
  return cursor
}
