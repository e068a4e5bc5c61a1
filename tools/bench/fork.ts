import type { Emulator } from '../../emulator/index.ts'
import { median, type Bench, type Measure } from './harness/measure.ts'
import { fillUsers } from './servers/fill.mjs'
import { createEmulator } from './harness/shipped.ts'

const sizes = (quick: boolean) => (quick ? [10, 10_000, 200_000] : [10, 10_000, 1_000_000])

/** Fork, restore and look-up do not depend on how much the world holds. */
export const bench: Bench = {
  about: 'fork(), restore(), reset() and look-ups at 10, 10,000 and 1,000,000 records; memory that forks keep.',
  async run({ quick }) {
    const measures: Measure[] = []
    const worlds = sizes(quick).map((records) => ({ records, emulator: filled(records) }))
    const operations: [what: string, operate: (emulator: Emulator) => () => unknown][] = [
      ['fork()', (emulator) => () => emulator.fork()],
      [
        'restore()',
        (emulator) => {
          const snapshot = emulator.snapshot()
          return () => emulator.restore(snapshot)
        },
      ],
      ['fork() and its first write', (emulator) => () => emulator.fork().world.users.update('ada', { name: 'Ada' })],
      [
        'look-up by id or alias',
        (emulator) => {
          let n = 0
          return () => emulator.world.users.get(`filled-${(n += 7_919) % emulator.world.users.size}`)
        },
      ],
    ]
    for (const [what, make] of operations) {
      const took = worlds.map(({ records, emulator }) => ({ records, us: perOperation(make(emulator), quick) }))
      const [smallest, largest] = [took[0]!, took.at(-1)!]
      for (const { records, us } of took) {
        measures.push({
          what: `${what} at ${records.toLocaleString('en')} records`,
          value: us,
          unit: 'us',
          ...(/^(?:fork|restore)\(\)$/.test(what) && { atMost: 100 }),
        })
      }
      const bound = /^(?:fork|restore)\(\)$/.test(what) ? { atMost: 2 } : {}
      measures.push({ what: `${what}: largest over smallest`, value: largest.us / smallest.us, unit: 'x', ...bound })
    }
    const { emulator } = worlds.at(-1)!
    measures.push({
      what: 'memory of one untouched fork of the largest world',
      value: perFork(emulator, () => {}),
      unit: 'bytes',
      atMost: 20_000,
    })
    measures.push({
      what: 'memory of one fork that changed one record',
      value: perFork(emulator, change),
      unit: 'bytes',
      atMost: 100_000,
    })
    return measures
  },
}

function filled(records: number): Emulator {
  const emulator = createEmulator({ journal: false })
  fillUsers(emulator, records)
  return emulator
}

function change(fork: Emulator): void {
  fork.world.users.update('ada', { name: 'Changed' })
}

/** Microseconds, the median of some rounds. */
function perOperation(operate: () => unknown, quick: boolean): number {
  const repeats = 500
  for (let i = 0; i < repeats; i++) operate()
  return median(
    Array.from({ length: quick ? 7 : 21 }, () => {
      const started = performance.now()
      for (let i = 0; i < repeats; i++) operate()
      return ((performance.now() - started) * 1000) / repeats
    }),
  )
}

function perFork(emulator: Emulator, use: (fork: Emulator) => void): number {
  const forks: Emulator[] = []
  const before = heap()
  for (let i = 0; i < 500; i++) {
    const fork = emulator.fork()
    use(fork)
    forks.push(fork)
  }
  return (heap() - before) / forks.length
}

function heap(): number {
  if (globalThis.gc === undefined) throw new Error('run it through `npm run bench`, which passes --expose-gc')
  globalThis.gc()
  return process.memoryUsage().heapUsed
}
