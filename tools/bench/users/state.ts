import { Collection } from '@msw/data'
import { createEmulator, type Emulator } from '../../../emulator/index.ts'
import { createCollections } from '../../../emulator/adapters/data/data.ts'
import type { Bench } from '../harness/measure.ts'
import { median } from '../harness/measure.ts'
import { cpuOf } from '../harness/turns.ts'
import { fillRevisions } from '../servers/fill.mjs'

/** Why the state lives in ordered trees and the collections are a view of it. */
export const bench: Bench = {
  about:
    'Looking a record up by its id and forking, in a world and in a collection of @msw/data that holds the same records: CPU of one.',
  async run({ quick }) {
    const count = quick ? 10_000 : 100_000
    const emulator = createEmulator()
    fillRevisions(emulator, 'weights', count)
    const held = await heldByLibrary(emulator)
    const view = (await createCollections(emulator)).revisions
    view.count()
    const ids = emulator.world.revisions
      .list()
      .map(({ id }) => id)
      .filter((_, index) => index % Math.ceil(count / 50) === 0)
    const lookUp = (find: (id: string) => unknown): number => {
      let next = 0
      return median(
        Array.from({ length: quick ? 5 : 15 }, () =>
          cpuOf(ids.length, () => {
            const id = ids[next++ % ids.length]!
            if (find(id) === undefined) throw new Error(`no record ${id}`)
          }),
        ),
      )
    }
    const inWorld = lookUp((id) => emulator.world.revisions.get(id))
    const inLibrary = lookUp((id) => held.findFirst((q) => q.where({ id })))
    const throughView = lookUp((id) => view.findFirst((q) => q.where({ id })))
    const among = `among ${count.toLocaleString('en')}`
    return [
      {
        what: `look-up by id ${among}: @msw/data over ours`,
        value: inLibrary / inWorld,
        unit: 'x',
        atLeast: quick ? 20 : 200,
        detail: `${inWorld.toFixed(1)} us against ${inLibrary.toFixed(0)} us`,
      },
      {
        what: `look-up by id ${among}: svc-emulator/data over @msw/data`,
        value: throughView / inLibrary,
        unit: 'x',
        atMost: 1.5,
        detail: `${throughView.toFixed(0)} us against ${inLibrary.toFixed(0)} us`,
      },
      {
        what: `fork of a world of ${count.toLocaleString('en')}; @msw/data has none`,
        value: lookUp(() => emulator.fork()),
        unit: 'us',
        atMost: 100,
      },
    ]
  },
}

type Revision = ReturnType<Emulator['world']['revisions']['list']>[number]

interface Schema {
  readonly '~standard': {
    version: 1
    vendor: string
    validate(value: unknown): { value: Revision }
    types?: { input: Revision; output: Revision }
  }
}

async function heldByLibrary(emulator: Emulator): Promise<Collection<Schema>> {
  const schema: Schema = {
    '~standard': { version: 1, vendor: 'bench', validate: (value) => ({ value: value as Revision }) },
  }
  const collection = new Collection<Schema>({ schema })
  for (const record of emulator.world.revisions.list()) await collection.create(record)
  return collection
}
