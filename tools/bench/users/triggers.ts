import { createEmulator, type Emulator } from '../../../emulator/index.ts'
import { talk } from '../harness/in-process.ts'
import type { Bench } from '../harness/measure.ts'
import { measureCpu, turns } from '../harness/turns.ts'
import { reads } from '../workload/rest.ts'
import { benchFixture, USERS } from '../workload/world.ts'

const MANY = 1_000

/** Active triggers that never match: each request is compared with them. */
export const bench: Bench = {
  about: `${MANY.toLocaleString('en')} active triggers, in process: CPU of a GET beyond that of the same GET with none.`,
  async run({ quick }) {
    const with_ = (when: object) => {
      const emulator = createEmulator({ fixtures: [benchFixture()] as never })
      const ids = Array.from({ length: USERS }, (_, n) => emulator.world.users.get(`user-${n + 1}`)!.id)
      if ('endpoint' in when)
        emulator.triggers.addAll(Array.from({ length: MANY }, () => ({ when, do: [{ delay: '1ms' }] }) as never))
      return { emulator, get: talk(emulator, reads(ids, 0)) }
    }
    const none = with_({})
    const about = with_({ endpoint: 'GET /users/:user_id', nth: 1_000_000_000 })
    const elsewhere = with_({ endpoint: 'GET /orgs/:org_id', nth: 1_000_000_000 })
    const [rounds, requests] = quick ? [5, 50] : [15, 200]
    const all = await turns(
      rounds,
      () => measureCpu(requests * 10, none.get),
      () => measureCpu(requests, about.get),
    )
    const others = await turns(
      rounds,
      () => measureCpu(requests * 10, none.get),
      () => measureCpu(requests, elsewhere.get),
    )
    requireMatched(about.emulator, (rounds + 1) * requests)
    requireMatched(elsewhere.emulator, 0)
    return [
      {
        what: 'all about the request: a request beyond one with none',
        value: all.second - all.first,
        unit: 'us',
        atMost: 100,
        detail: `${all.second.toFixed(0)} us against ${all.first.toFixed(1)} us`,
      },
      {
        what: 'none about the request: a request beyond one with none',
        value: others.second - others.first,
        unit: 'us',
        atMost: 100,
        detail: `${others.second.toFixed(1)} us against ${others.first.toFixed(1)} us`,
      },
    ]
  },
}

/** Checks that every trigger was compared with every matching request: a skipped one would cost nothing. */
function requireMatched(emulator: Emulator, requests: number): void {
  const wrong = emulator.triggers.list().find(({ matched }) => matched !== requests)
  if (wrong !== undefined) throw new Error(`${wrong.id} is about ${requests} requests and met ${wrong.matched}`)
}
