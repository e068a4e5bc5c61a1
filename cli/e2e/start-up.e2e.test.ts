import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../emulator/transports/server.ts'
import { bins, runBin } from '../testing/bins.ts'
import { newHome } from '../testing/in-process.ts'

const home = newHome()
let server: RunningServer
beforeAll(async () => {
  server = await startServer()
  await runBin(bins.svc, ['login', '--api-key', 'svc-key-ada-admin', '--api-url', server.url], { home })
})
afterAll(() => server.close())

const fewest = 10
const most = 60
const bound = 2.5

/** Milliseconds from start to end. */
async function time(args: readonly string[]): Promise<number> {
  const started = performance.now()
  const [bin = '', ...rest] = args
  const { exit } = await runBin(bin, rest, { home })
  if (exit !== 0) throw new Error(`${args.join(' ')} ended with ${exit}`)
  return performance.now() - started
}

it('profile ls and whoami take at most 2.5 times as long as node -e 0', async () => {
  const lines = { bare: ['-e', '0'], ls: [bins.svc, 'profile', 'ls'], whoami: [bins.svc, 'whoami'] }
  const best = { bare: Infinity, ls: Infinity, whoami: Infinity }
  const ratios = (): number[] => [best.ls / best.bare, best.whoami / best.bare]
  // Turn by turn, because the machine changes its speed under us; the best round of each, because other work only ever adds.
  for (let round = 0; round < fewest || (round < most && Math.max(...ratios()) > bound); round++) {
    for (const name of ['bare', 'ls', 'whoami'] as const) best[name] = Math.min(best[name], await time(lines[name]))
  }
  const [ls = 0, whoami = 0] = ratios()
  console.log(`start to end: node -e 0 ${best.bare.toFixed(0)} ms, svc profile ls ${ls.toFixed(2)}x, svc whoami ${whoami.toFixed(2)}x`)
  expect(ls).toBeLessThanOrEqual(bound)
  expect(whoami).toBeLessThanOrEqual(bound)
}, 120_000)
