import { Collection } from '@msw/data'
import { createEmulator, type Emulator } from '../emulator/index.ts'
import { createCollections } from '../emulator/transports/core/data.ts'
import { median, type Bench, type BenchOptions, type Measure } from './harness/measure.ts'
import { hostOf } from '../emulator/host/instance-of.ts'

/** Why the state lives in ordered trees and the collections are a view of it. */
export const bench: Bench = {
  name: 'collections',
  about: 'The world against a collection of @msw/data that holds the same records: CPU time of one operation.',
  async run({ quick }: BenchOptions): Promise<readonly Measure[]> {
    const count = quick ? 10_000 : 100_000
    const emulator = filled(count)
    const ids = emulator.world.revisions.list().map(({ id }) => id).filter((_, index) => index % Math.ceil(count / 50) === 0)
    const held = await heldByLibrary(emulator)
    const view = (await createCollections(emulator)).revisions
    view.count()
    const lookUp = (find: (id: string) => unknown) => perOperation(quick ? 5 : 15, ids, find)
    const inTrees = lookUp((id) => hostOf(emulator).world.revisions.get(id))
    const inLibrary = lookUp((id) => held.findFirst((q) => q.where({ id })))
    const throughView = lookUp((id) => view.findFirst((q) => q.where({ id })))
    return [
      { what: `lookup by id among ${count}, in the world`, value: inTrees, unit: 'us' },
      { what: `lookup by id among ${count}, held by the library`, value: inLibrary, unit: 'us' },
      { what: `lookup by id among ${count}, through svc-emulator/data`, value: throughView, unit: 'us' },
      { what: 'fork of the world', value: perOperation(quick ? 5 : 15, ids, () => emulator.fork()), unit: 'us' },
      { what: 'the view costs what the library costs', value: throughView / inLibrary, unit: 'x', atMost: 1.5 },
      { what: 'how much faster the world looks up', value: inLibrary / inTrees, unit: 'x', atLeast: quick ? 20 : 200 },
    ]
  },
}

function filled(count: number): Emulator {
  const emulator = createEmulator()
  const { world } = hostOf(emulator)
  for (let number = 1; number <= count; number++) {
    world.revisions.insert({
      id: world.ids.uuid(), blob_id: '00000000-0000-4000-8000-0000000000d1', number, phase: 'commit', status: 'ready',
      failed_operation: null, note: null, created_at: '2026-01-01T00:00:00.000Z',
    })
  }
  return emulator
}

type Revision = ReturnType<Emulator['world']['revisions']['list']>[number]

interface Schema {
  readonly '~standard': { version: 1; vendor: string; validate(value: unknown): { value: Revision }; types?: { input: Revision; output: Revision } }
}

async function heldByLibrary(emulator: Emulator): Promise<Collection<Schema>> {
  const schema: Schema = { '~standard': { version: 1, vendor: 'bench', validate: (value) => ({ value: value as Revision }) } }
  const collection = new Collection<Schema>({ schema })
  for (const record of emulator.world.revisions.list()) await collection.create(record)
  return collection
}

/** Microseconds of CPU time, the median of some rounds. */
function perOperation(rounds: number, ids: readonly string[], operate: (id: string) => unknown): number {
  return median(Array.from({ length: rounds }, () => {
    const before = process.cpuUsage()
    for (const id of ids) if (operate(id) === undefined) throw new Error(`no record ${id}`)
    const { user, system } = process.cpuUsage(before)
    return Math.max(user + system, 0.01) / ids.length
  }))
}
