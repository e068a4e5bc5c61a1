import { hostOf } from '../../emulator/host/instance-of.ts'
import { createEmulator, type EmulatorOptions } from '../../emulator/index.ts'
import { again } from './harness/in-process.ts'
import type { Bench, Measure } from './harness/measure.ts'
import { toEnd } from './harness/processes.ts'
import { cpuOf, turns } from './harness/turns.ts'
import { reads } from './workload/rest.ts'
import { benchFixture, USERS } from './workload/world.ts'

const command = new URL('../../dist/cli/svc-emulator.js', import.meta.url).pathname

const begin = (settings: NonNullable<EmulatorOptions['settings']>) =>
  createEmulator({ fixtures: [benchFixture()] as never, settings })

/** What it costs that any sentence can be broken. */
export const bench: Bench = {
  about:
    'CPU of a GET, in process: where a sentence was broken and is not any more, and where one is broken that it does not rest on, over a world that never broke any; the shipped library against every mutant.',
  async run({ quick }) {
    return [...(await cost(quick)), await library()]
  },
}

async function cost(quick: boolean): Promise<Measure[]> {
  const whole = begin({})
  // No GET of a user rests on it.
  const broken = begin({ broken: ['orgs.delete.answers-status-only'] })
  const mended = begin({ broken: ['orgs.delete.answers-status-only'] })
  const ids = Array.from({ length: USERS }, (_, n) => whole.world.users.get(`user-${n + 1}`)!.id)
  const turnOf = (emulator: typeof whole) => {
    const get = again(emulator, reads(ids, 0), 10_000)
    return () => cpuOf(4_000, get)
  }
  turnOf(mended)()
  const { world } = hostOf(mended)
  world.settings = { ...world.settings, broken: [] }
  const rounds = quick ? 7 : 41
  const none = await turns(rounds, turnOf(whole), turnOf(mended))
  const other = await turns(rounds, turnOf(whole), turnOf(broken))
  return [
    {
      what: 'a GET where no sentence is broken any more, over one where none ever was',
      value: none.ratio,
      unit: 'x',
      atMost: 1.05,
      detail: `${none.second.toFixed(1)} us CPU against ${none.first.toFixed(1)} us`,
    },
    {
      what: 'a GET where another sentence is broken, over one where none is',
      value: other.ratio,
      unit: 'x',
      atMost: 2,
      detail: `${other.second.toFixed(1)} us CPU against ${other.first.toFixed(1)} us`,
    },
  ]
}

async function library(): Promise<Measure> {
  const { milliseconds, output } = await toEnd(process.execPath, [
    command,
    'replay',
    '--all',
    '--mutate',
    '--min',
    '97',
  ])
  return {
    what: 'the shipped library against every mutant',
    value: milliseconds / 1000,
    unit: 's',
    atMost: 60,
    detail: output.trimEnd().split('\n').at(-1) ?? '',
  }
}
