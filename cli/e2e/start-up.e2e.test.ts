import { spawnSync } from 'node:child_process'
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

const rounds = 15

/** Milliseconds from start to end. */
async function time(args: readonly string[]): Promise<number> {
  const started = performance.now()
  const [bin = '', ...rest] = args
  const { exit } = await runBin(bin, rest, { home })
  if (exit !== 0) throw new Error(`${args.join(' ')} ended with ${exit}`)
  return performance.now() - started
}

it('profile ls and whoami take at most 2.5 times as long as node -e 0', async () => {
  spawnSync(process.execPath, ['-e', '0'])
  const lines = { bare: ['-e', '0'], ls: [bins.svc, 'profile', 'ls'], whoami: [bins.svc, 'whoami'] }
  const times = { bare: [] as number[], ls: [] as number[], whoami: [] as number[] }
  // Turn by turn, because the machine changes its speed under us; the best round of each, because other work only ever adds.
  for (let round = 0; round < rounds; round++) for (const name of ['bare', 'ls', 'whoami'] as const) times[name].push(await time(lines[name]))
  const [bare, ls, whoami] = [Math.min(...times.bare), Math.min(...times.ls), Math.min(...times.whoami)]
  console.log(`start to end: node -e 0 ${bare.toFixed(0)} ms, svc profile ls ${(ls / bare).toFixed(2)}x, svc whoami ${(whoami / bare).toFixed(2)}x`)
  expect(ls / bare).toBeLessThanOrEqual(2.5)
  expect(whoami / bare).toBeLessThanOrEqual(2.5)
}, 120_000)
