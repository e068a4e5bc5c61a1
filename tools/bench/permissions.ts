import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { findPermissions } from '../../emulator/lab/permissions/permissions.ts'
import { findRunCalls } from '../../emulator/lab/permissions/run-calls.ts'
import type { Bench } from './harness/measure.ts'
import { measureCpu, cpuOfAsync, turns } from './harness/turns.ts'

const ROUNDS = 20
const headers = { 'X-API-Key': 'svc-key-ada-admin', 'content-type': 'application/json' }

/** Five requests of a suite, two of which write. */
function requests(round: number): (readonly [method: string, path: string, body?: object])[] {
  return [
    ['GET', '/users/me'],
    ['GET', '/blobs/acme/weights/revisions'],
    ['POST', '/workflow/list_sessions', { org_id: 'acme' }],
    ['POST', '/blobs/acme/weights/revisions', { note: `revision ${round}` }],
    ['POST', '/workflow/create_session', { org_id: 'acme', alias: `session-${round}` }],
  ]
}

async function askAll(emulator: Emulator): Promise<void> {
  for (let round = 0; round < ROUNDS; round++)
    for (const [method, path, body] of requests(round))
      await emulator
        .fetch(`/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
        .then((response) => response.json())
}

/** The price of the least keys of a suite: a hundred calls, which take some 30 ms, are to be judged in a second at most. */
export const bench: Bench = {
  about: 'The least keys of 100 calls, over the calls themselves: CPU.',
  async run({ quick }) {
    const base = createEmulator({ trace: true })
    const asked = base.fork()
    await askAll(asked)
    const { ratio, first, second } = await turns(
      quick ? 2 : 9,
      () => cpuOfAsync(1, () => askAll(base.fork())),
      () => measureCpu(1, () => findPermissions(findRunCalls(asked))),
    )
    return [
      {
        what: 'the least keys of 100 calls, over the calls',
        value: ratio,
        unit: 'x',
        atMost: 20,
        detail: `${Math.round(second / 1_000)} ms, the calls ${Math.round(first / 1_000)} ms`,
      },
    ]
  },
}
