import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './harness/child.ts'
import { quantile, type Bench, type Measure } from './harness/measure.ts'
import { bareEnvironment, toEnd } from './harness/processes.ts'

const emulator = new URL('./servers/emulator.mjs', import.meta.url)
const svc = new URL('../../dist/cli/svc.js', import.meta.url).pathname

/** Start to end of the client's commands. */
export const bench: Bench = {
  about: 'svc profile ls and svc whoami against a local emulator, start to end, over `node -e 0`.',
  async run({ quick }) {
    const server = await startChild(emulator)
    const env = { ...bareEnvironment, HOME: mkdtempSync(join(tmpdir(), 'bench-home-')) }
    const run = async (...args: string[]) => (await toEnd(process.execPath, args, { env })).milliseconds
    await run(svc, 'login', '--api-key', 'svc-key-ada-admin', '--api-url', `http://127.0.0.1:${server.port}/v1`)
    const lines = { bare: ['-e', '0'], ls: [svc, 'profile', 'ls'], whoami: [svc, 'whoami'] }
    const took = { bare: [] as number[], ls: [] as number[], whoami: [] as number[] }
    // Turn by turn, because the machine changes its speed under us.
    for (let round = 0; round < (quick ? 6 : 30); round++) {
      for (const name of ['bare', 'ls', 'whoami'] as const) took[name].push(await run(...lines[name]))
    }
    await server.stop()
    return [ratio('svc profile ls', took.ls, took.bare), ratio('svc whoami', took.whoami, took.bare)]
  },
}

function ratio(what: string, ours: readonly number[], bare: readonly number[]): Measure {
  const [took, least] = [quantile(ours, 0.25), quantile(bare, 0.25)]
  return {
    what,
    value: took / least,
    unit: 'x',
    atMost: 2.5,
    detail: `${took.toFixed(0)} ms against ${least.toFixed(0)} ms`,
  }
}
