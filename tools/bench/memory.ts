import type { Bench } from './harness/measure.ts'
import { fillUsers } from './servers/fill.mjs'
import { createEmulator } from './harness/shipped.ts'

/** Heap of a stored record, with its row and all its indexes. */
export const bench: Bench = {
  about: 'Heap for a stored record of about 300 bytes with all its indexes, at 100,000 records.',
  async run({ quick }) {
    const records = quick ? 50_000 : 100_000
    const emulator = createEmulator({ journal: false })
    const before = heap()
    fillUsers(emulator, records)
    const bytes = JSON.stringify(emulator.world.users.get('filled-7')).length
    const each = (heap() - before) / records
    return [
      {
        what: 'heap for one record',
        value: each,
        unit: 'bytes',
        atMost: 900,
        detail: `a record of ${bytes} bytes of JSON; ${records.toLocaleString('en')} of them`,
      },
    ]
  },
}

function heap(): number {
  if (globalThis.gc === undefined) throw new Error('run it through `npm run bench`, which passes --expose-gc')
  globalThis.gc()
  return process.memoryUsage().heapUsed
}
