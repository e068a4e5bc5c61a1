/** `explored-once.ts explored`, or `alone <runs>`: what one run of the client costs in a process that does nothing else, as JSON. */
import { baseEmulator, explore, firstAdminKey } from '../../../emulator/lab/explore/explore.ts'
import { aTurn, cpuOfAsync } from '../harness/turns.ts'
import { asksAll } from './asks-all.ts'

const [how, times = ''] = process.argv.slice(2)
console.log(
  JSON.stringify(how === 'explored' ? await explored() : { runs: Number(times), each: await alone(Number(times)) }),
)

async function explored(): Promise<{ runs: number; each: number }> {
  let runs = 0
  const cpu = await cpuOfAsync(1, async () => {
    const { experiments } = await explore(asksAll, { only: ['refusal'] })
    // Two runs without a fault come first.
    runs = experiments.length + 2
  })
  return { runs, each: cpu / runs }
}

async function alone(runs: number): Promise<number> {
  const cpu = await cpuOfAsync(1, async () => {
    const base = baseEmulator({})
    const apiKey = firstAdminKey(base)
    for (let run = 0; run < runs; run++) {
      await asksAll({ fetch: base.fork().fetch, baseUrl: 'http://emulator.test/v1', apiKey })
      await aTurn()
    }
  })
  return cpu / runs
}
