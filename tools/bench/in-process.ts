import { createEmulator } from '../../emulator/index.ts'
import { again } from './harness/in-process.ts'
import type { Bench } from './harness/measure.ts'
import { cpuOf, turns } from './harness/turns.ts'
import { reads, walks } from './workload/rest.ts'
import { benchFixture, USERS } from './workload/world.ts'

/** What a page costs when no socket and no parser hides it. */
export const bench: Bench = {
  about:
    'CPU of a page of ten over a GET, in process: walks of 100 pages over twelve listings, and 1,000 users asked for by 20 callers.',
  async run({ quick }) {
    const emulator = createEmulator({ fixtures: [benchFixture()] as never })
    const ids = Array.from({ length: USERS }, (_, n) => emulator.world.users.get(`user-${n + 1}`)!.id)
    const get = again(emulator, reads(ids, 0), 10_000)
    const page = again(emulator, walks(0), 6_000)
    const { ratio, first, second } = await turns(
      quick ? 7 : 31,
      () => cpuOf(2_000, get),
      () => cpuOf(2_000, page),
    )
    return [
      {
        what: 'a page of ten over a GET',
        value: ratio,
        unit: 'x',
        atMost: 5,
        detail: `${second.toFixed(1)} us CPU against ${first.toFixed(1)} us`,
      },
    ]
  },
}
