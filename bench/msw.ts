import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { median, type Bench } from './harness/measure.ts'
import { createEmulator, createHandlers } from './harness/shipped.ts'

const base = 'http://api.svc.test/v1'
const init = { headers: { 'x-api-key': 'svc-key-ada-admin' } }

/** What our handlers add to a fetch that msw answers anyway. */
export const bench: Bench = {
  name: 'msw',
  about: 'A fetch through msw 2 with our handlers, as a multiple of one bare static handler that answers the same bytes.',
  async run({ quick }) {
    const emulator = createEmulator()
    const body = await (await emulator.fetch(`${base}/users/ada`, init)).text()
    const ours = setupServer(...createHandlers(emulator, { baseUrl: base }))
    const bare = setupServer(http.get(`${base}/users/ada`, () => new HttpResponse(body, { headers: { 'content-type': 'application/json' } })))
    const ratios: number[] = []
    let detail = ''
    await fetches(ours, 300)
    await fetches(bare, 300)
    for (let round = 0; round < (quick ? 8 : 24); round++) {
      const first = round % 2 === 0
      const a = await fetches(first ? ours : bare, quick ? 300 : 600)
      const b = await fetches(first ? bare : ours, quick ? 300 : 600)
      const [us, them] = first ? [a, b] : [b, a]
      ratios.push(us / them)
      detail = `${us.toFixed(0)} us CPU against ${them.toFixed(0)} us`
    }
    return [{ what: 'a fetch with our handlers', value: median(ratios), unit: 'x', atMost: 1.15, detail }]
  },
}

/** Microseconds of CPU time for one fetch. */
async function fetches(server: ReturnType<typeof setupServer>, count: number): Promise<number> {
  server.listen({ onUnhandledRequest: 'error' })
  const before = process.cpuUsage()
  for (let i = 0; i < count; i++) await (await fetch(`${base}/users/ada`, init)).text()
  const { user, system } = process.cpuUsage(before)
  server.close()
  return (user + system) / count
}
