import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './harness/child.ts'
import { median, type Bench, type Measure } from './harness/measure.ts'

const emulator = new URL('./servers/emulator.mjs', import.meta.url)
const svc = new URL('../dist/cli/svc.js', import.meta.url).pathname

/** Start to end of the client's commands, as a multiple of `node -e 0`. */
export const bench: Bench = {
  name: 'client',
  about: 'svc profile ls and svc whoami against a local emulator, start to end, as a multiple of `node -e 0`.',
  async run({ quick }) {
    const server = await startChild(emulator)
    const home = mkdtempSync(join(tmpdir(), 'bench-home-'))
    const run = (...args: string[]) => timed(args, home)
    await run(svc, 'login', '--api-key', 'svc-key-ada-admin', '--api-url', `http://127.0.0.1:${server.ready.port}/v1`)
    const lines = { bare: ['-e', '0'], ls: [svc, 'profile', 'ls'], whoami: [svc, 'whoami'] }
    const took = { bare: [] as number[], ls: [] as number[], whoami: [] as number[] }
    // Turn by turn, because the machine changes its speed under us.
    for (let round = 0; round < (quick ? 10 : 30); round++) {
      for (const name of ['bare', 'ls', 'whoami'] as const) took[name].push(await run(...lines[name]))
    }
    await server.stop()
    return [ratio('svc profile ls', took.ls, took.bare), ratio('svc whoami', took.whoami, took.bare)]
  },
}

function ratio(what: string, ours: readonly number[], bare: readonly number[]): Measure {
  return { what, value: median(ours) / median(bare), unit: 'x', atMost: 2.5, detail: `${median(ours).toFixed(0)} ms, node -e 0 ${median(bare).toFixed(0)} ms` }
}

/** Milliseconds from start to end, with an environment that adds nothing to Node's own start. */
function timed(args: readonly string[], home: string): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], HOME: home }, stdio: 'ignore' })
    child.once('exit', (code) => (code === 0 ? resolve(performance.now() - started) : reject(new Error(`${args.join(' ')} ended with ${code}`))))
  })
}
