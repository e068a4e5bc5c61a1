import { baseEmulator, firstAdminKey } from '../../emulator/lab/engine/base-emulator.ts'
import { explore } from '../../emulator/lab/explore/explore.ts'
import type { Bench } from './harness/measure.ts'
import { aTurn, cpuOfAsync, turns } from './harness/turns.ts'
import { asksAll, pages } from './workload/asks-all.ts'

/** Cost of exploring, relative to the explored client. */
export const bench: Bench = {
  about: 'One experiment in process over its subject alone through emulator.fetch: CPU.',
  async run({ quick }) {
    const base = baseEmulator({})
    const apiKey = firstAdminKey(base)
    const alone = async () => {
      await asksAll({ fetch: base.fork().fetch, baseUrl: 'http://emulator.test/v1', apiKey })
      await aTurn()
    }
    // Two runs without a fault come first.
    const exploreAll = async () => (await explore(asksAll, { only: ['refusal'] })).experiments.length + 2
    const runs = await exploreAll()
    const { ratio, first, second } = await turns(
      quick ? 2 : 9,
      () => cpuOfAsync(runs, alone),
      async () => (await cpuOfAsync(1, exploreAll)) / runs,
    )
    return [
      {
        what: `an experiment of ${pages.length} pages in process, over its subject`,
        value: ratio,
        unit: 'x',
        atMost: 2.5,
        detail: `${Math.round(second)} us, alone ${Math.round(first)} us`,
      },
    ]
  },
}
