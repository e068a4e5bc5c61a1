import type { Emulator } from '../../emulator/index.ts'
import { median, type Bench } from './harness/measure.ts'
import { createEmulator } from './harness/shipped.ts'
import { fillUsers } from './servers/fill.mjs'

const REPEATS = 500

/** Fork and restore do not depend on how much the world holds. */
export const bench: Bench = {
  about: 'fork() and restore() at 10, 10,000 and 1,000,000 records.',
  async run({ quick }) {
    return [10, 10_000, quick ? 200_000 : 1_000_000].flatMap((records) => {
      const emulator = createFilled(records)
      const snapshot = emulator.snapshot()
      const at = `at ${records.toLocaleString('en')} records`
      const fork = measureOperation(() => emulator.fork(), quick)
      const restore = measureOperation(() => emulator.restore(snapshot), quick)
      return [
        { what: `fork() ${at}`, value: fork, unit: 'us' as const, atMost: 100 },
        { what: `restore() ${at}`, value: restore, unit: 'us' as const, atMost: 100 },
      ]
    })
  },
}

function createFilled(records: number): Emulator {
  const emulator = createEmulator({ journal: false })
  fillUsers(emulator, records)
  return emulator
}

/** Microseconds of one operation, the median of some rounds. */
function measureOperation(operate: () => unknown, quick: boolean): number {
  const round = (): number => {
    const started = performance.now()
    for (let i = 0; i < REPEATS; i++) operate()
    return ((performance.now() - started) * 1000) / REPEATS
  }
  round()
  return median(Array.from({ length: quick ? 7 : 21 }, round))
}
