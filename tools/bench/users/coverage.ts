import { createEmulator } from '../harness/shipped.ts'
import { median, type Bench } from '../harness/measure.ts'
import { cpuOfAsync } from '../harness/turns.ts'

interface Report {
  readonly clauses: { readonly items: readonly { readonly count: number }[] }
}

/** What a suite that gave each test a world of one server asks at its end. */
export const bench: Bench = {
  about: 'GET /__emulator/coverage?scope=all of a server that had 10,000 worlds, each asked once: CPU.',
  async run({ quick }) {
    const many = quick ? 1_000 : 10_000
    const emulator = createEmulator({ bounds: { worlds: many } })
    const headers = { 'x-api-key': 'svc-key-ada-admin' }
    for (let n = 0; n < many; n++) {
      const made = await emulator.fetch('/__emulator/worlds', { method: 'POST' })
      if (made.status !== 201) throw new Error(`POST /worlds: ${await made.text()}`)
      const { world } = (await made.json()) as { world: string }
      const { status } = await emulator.fetch(`/w/${world}/v1/users/${n % 2 === 0 ? 'ada' : 'me'}`, { headers })
      if (status !== 200) throw new Error(`the world ${world} answered ${status}`)
    }
    const ask = async () => {
      const { clauses } = (await (await emulator.fetch('/__emulator/coverage?scope=all')).json()) as Report
      if (!clauses.items.some(({ count }) => count >= many))
        throw new Error(`no clause decided ${many} answers: the report leaves worlds out`)
    }
    const took: number[] = []
    for (let round = 0; round < 5; round++) took.push(await cpuOfAsync(1, ask))
    return [
      { what: `coverage of ${many.toLocaleString('en')} worlds`, value: median(took) / 1_000, unit: 'ms', atMost: 200 },
    ]
  },
}
