import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import type { Bench } from './harness/measure.ts'
import { createEmulator, createHandlers } from './harness/shipped.ts'
import { cpuOfAsync, turns } from './harness/turns.ts'
import { reads } from './workload/rest.ts'
import { benchFixture, keyOf, USERS } from './workload/world.ts'

const origin = 'http://api.svc.test'

/** What our handlers add to a fetch that msw answers anyway. */
export const bench: Bench = {
  about:
    'CPU of a fetch through msw 2 with our handlers, over one hand-written handler that looks 1,000 users up in a Map; 20 callers.',
  async run({ quick }) {
    const emulator = createEmulator({ fixtures: [benchFixture()] as never })
    const users = new Map<string, object>()
    for (const { id, alias, ...record } of emulator.world.users.list()) {
      const user = { id, alias, ...record, role: 'read' }
      users.set(id, user).set(alias, user)
    }
    const ids = Array.from({ length: USERS }, (_, n) => emulator.world.users.get(`user-${n + 1}`)!.id)
    const ours = fetches(setupServer(...createHandlers(emulator, { baseUrl: `${origin}/v1` })), ids)
    const bare = fetches(
      setupServer(
        http.get(`${origin}/v1/users/:id`, ({ params }) => {
          const user = users.get(String(params['id']))
          return user === undefined
            ? new HttpResponse(null, { status: 404 })
            : HttpResponse.json({ status: 'success', user })
        }),
      ),
      ids,
    )
    const { ratio, first, second } = await turns(
      quick ? 7 : 25,
      () => bare(500),
      () => ours(500),
    )
    return [
      {
        what: 'a fetch with our handlers, over a hand-written one',
        value: ratio,
        unit: 'x',
        atMost: 1.15,
        detail: `${second.toFixed(0)} us CPU against ${first.toFixed(0)} us`,
      },
    ]
  },
}

function fetches(server: ReturnType<typeof setupServer>, ids: readonly string[]): (count: number) => Promise<number> {
  const next = reads(ids, 0)
  return async (count) => {
    server.listen({ onUnhandledRequest: 'error' })
    const cost = await cpuOfAsync(count, async () => {
      const { path, caller } = next('')
      const response = await fetch(`${origin}${path}`, { headers: { 'x-api-key': keyOf(caller) } })
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
      await response.text()
    })
    server.close()
    return cost
  }
}
