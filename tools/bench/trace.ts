import { createEmulator, type EmulatorOptions } from '../../emulator/index.ts'
import { again, talk } from './harness/in-process.ts'
import type { Bench, Measure } from './harness/measure.ts'
import { cpuOf, turns } from './harness/turns.ts'
import { creates, reads } from './workload/rest.ts'
import { benchFixture, USERS } from './workload/world.ts'

const begin = (options: EmulatorOptions) => createEmulator({ fixtures: [benchFixture()] as never, ...options })

/** What it costs to keep the world before and after each entry of the journal. */
export const bench: Bench = {
  about:
    'CPU of a POST that creates and of a GET, in process, with a trace over without; memory of the trace of 100,000 steps that each create.',
  async run({ quick }) {
    return [...(await cost(quick)), memory(quick)]
  },
}

async function cost(quick: boolean): Promise<Measure[]> {
  const plain = begin({})
  const traced = begin({ trace: true })
  const rounds = quick ? 7 : 41
  const post = await turns(rounds, turnOf(talk(plain, creates(0)), 1_000), turnOf(talk(traced, creates(0)), 1_000))
  const ids = Array.from({ length: USERS }, (_, n) => plain.world.users.get(`user-${n + 1}`)!.id)
  const get = await turns(
    rounds,
    turnOf(again(plain, reads(ids, 0), 10_000), 4_000),
    turnOf(again(traced, reads(ids, 0), 10_000), 4_000),
  )
  return [
    {
      what: 'a POST that is traced over one that is not',
      value: post.ratio,
      unit: 'x',
      atMost: 1.1,
      detail: `${post.second.toFixed(1)} us CPU against ${post.first.toFixed(1)} us`,
    },
    {
      what: 'a GET that is traced over one that is not',
      value: get.ratio,
      unit: 'x',
      atMost: 1.05,
      detail: `${get.second.toFixed(1)} us CPU against ${get.first.toFixed(1)} us`,
    },
  ]
}

const turnOf = (operate: () => unknown, count: number) => () => cpuOf(count, operate)

function memory(quick: boolean): Measure {
  const steps = quick ? 20_000 : 100_000
  const kept = (trace: boolean): number => {
    const emulator = begin({ trace, journal: { size: steps } })
    const create = talk(emulator, creates(0))
    const before = heap()
    for (let n = 0; n < steps; n++) create()
    const grown = heap() - before
    if (emulator.journal.length !== steps) throw new Error('the journal should hold every step')
    return grown
  }
  const without = kept(false)
  const megabytes = (kept(true) - without) / 2 ** 20
  return {
    what: `the trace of ${steps.toLocaleString('en')} steps`,
    value: megabytes,
    unit: 'MB',
    atMost: (64 * steps) / 100_000,
    detail: 'heap beside the records and the journal',
  }
}

function heap(): number {
  if (globalThis.gc === undefined) throw new Error('run it through `npm run bench`, which passes --expose-gc')
  globalThis.gc()
  return process.memoryUsage().heapUsed
}
