import type { Emulator } from '../../emulator/index.ts'
import { median, type Bench, type Measure } from './harness/measure.ts'
import { createEmulator } from './harness/shipped.ts'
import { instanceOf } from '../../emulator/host/instance-of.ts'

const MANY = 10_000

/** Worlds beside the main one cost what they change, whatever the fixture. */
export const bench: Bench = {
  about:
    'POST /worlds on the large fixture against an empty world, and 10,000 worlds of the large fixture in one process.',
  async run({ quick }) {
    const empty = createEmulator({ fixtures: [] })
    const large = createEmulator({ fixtures: ['large'] })
    const rounds = quick ? 7 : 21
    const took: Record<'empty' | 'large', number[]> = { empty: [], large: [] }
    for (let round = 0; round < rounds; round++) {
      took.empty.push(await perWorld(empty))
      took.large.push(await perWorld(large))
    }
    const [small, big] = [median(took.empty), median(took.large)]
    return [
      { what: 'POST /worlds, empty world', value: small, unit: 'us' },
      { what: 'POST /worlds, large fixture', value: big, unit: 'us' },
      { what: 'POST /worlds: large over empty', value: big / small, unit: 'x', atMost: 2 },
      ...(await many()),
    ]
  },
}

/** Microseconds to create a world through the control API. They are deleted again, so that no round starts with more. */
async function perWorld(emulator: Emulator): Promise<number> {
  const repeats = 200
  const started = performance.now()
  for (let i = 0; i < repeats; i++) await emulator.fetch('http://emulator/__emulator/worlds', { method: 'POST' })
  const took = ((performance.now() - started) * 1000) / repeats
  // A copy: the worlds are deleted while they are gone through.
  for (const [id] of Array.from(instanceOf(emulator).site.worlds())) instanceOf(emulator).site.delete(id)
  return took
}

async function many(): Promise<Measure[]> {
  const emulator = createEmulator({ fixtures: ['large'] })
  const before = heap()
  const started = performance.now()
  for (let i = 0; i < MANY; i++)
    instanceOf(emulator).site.add(instanceOf(emulator).fork({ from: 'start' }, instanceOf(emulator).site))
  const took = performance.now() - started
  const untouched = (heap() - before) / MANY
  for (const [id] of instanceOf(emulator).site.worlds()) await use(emulator, id)
  const used = (heap() - before) / MANY
  return [
    {
      what: `${MANY.toLocaleString('en')} worlds of the large fixture: to create one`,
      value: (took * 1000) / MANY,
      unit: 'us',
      atMost: 100,
    },
    { what: 'memory of a world that nobody asked', value: untouched, unit: 'bytes', atMost: 20_000 },
    { what: 'memory of a world that read a user and wrote a credential', value: used, unit: 'bytes', atMost: 100_000 },
  ]
}

async function use(emulator: Emulator, id: string): Promise<void> {
  const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
  const read = await emulator.fetch(`http://emulator/w/${id}/v1/users/me`, { headers })
  const written = await emulator.fetch(`http://emulator/w/${id}/v1/credentials/target/org/acme`, {
    method: 'POST',
    headers,
    body: '{"name":"n","value":"v"}',
  })
  if (read.status !== 200 || written.status !== 200)
    throw new Error(`the world ${id} answered ${read.status} and ${written.status}`)
}

function heap(): number {
  if (globalThis.gc === undefined) throw new Error('run it through `npm run bench`, which passes --expose-gc')
  globalThis.gc()
  return process.memoryUsage().heapUsed
}
