import { createEmulator, type Emulator } from '../../../emulator/index.ts'
import { talk } from '../harness/in-process.ts'
import { median, type Bench, type Measure } from '../harness/measure.ts'
import { measureCpu } from '../harness/turns.ts'
import { reads } from '../workload/rest.ts'
import { benchFixture, CALLERS, USERS } from '../workload/world.ts'

/** Verification at the end of a test. */
export const bench: Bench = {
  about:
    'emulator.verify() on a full journal, for exchanges that happened and for one that did not (which tells near misses): CPU of one.',
  async run({ quick }) {
    return verified(1_000, 1, quick ? 20 : 200)
  },
}

function verified(size: number, atMost: number, rounds: number): Measure[] {
  const emulator = full(size)
  let n = 0
  const one = (verify: () => boolean, expected: boolean) =>
    median(
      Array.from({ length: rounds }, () =>
        measureCpu(1, () => {
          if (verify() !== expected) throw new Error(`verify should have been ${expected}`)
        }),
      ),
    ) / 1_000
  const happened = () =>
    emulator.verify({ endpoint: 'GET /users/:user_id', caller: `user-${(++n % CALLERS) + 1}`, status: 200 }).ok
  const not = () => emulator.verify({ endpoint: `DELETE /users/user-${(++n % USERS) + 1}` }).ok
  const among = `among ${size.toLocaleString('en')} exchanges`
  return [
    { what: `what happened, ${among}`, value: one(happened, true), unit: 'ms', atMost },
    { what: `what did not happen, ${among}`, value: one(not, false), unit: 'ms', atMost },
  ]
}

function full(size: number): Emulator {
  const emulator = createEmulator({ fixtures: [benchFixture()] as never, journal: { size, bytes: 2_000_000_000 } })
  const ids = Array.from({ length: USERS }, (_, n) => emulator.world.users.get(`user-${n + 1}`)!.id)
  const get = talk(emulator, reads(ids, 0))
  for (let n = 0; n < size; n++) get()
  if (emulator.journal.length !== size) throw new Error(`the journal holds ${emulator.journal.length} exchanges`)
  return emulator
}
