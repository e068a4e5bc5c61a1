import { spawn } from 'node:child_process'
import { get } from 'node:http'
import { quantile, type Bench, type Measure } from './harness/measure.ts'
import { bareEnvironment, childrenCpu } from './harness/processes.ts'

const command = new URL('../../dist/cli/svc-emulator.js', import.meta.url).pathname
const bare = new URL('./servers/bare-start.mjs', import.meta.url).pathname

export const bench: Bench = {
  about: 'CPU from the start of the process to the first 200, over a bare node:http server.',
  async run({ quick }) {
    const sides = { ours: side(() => start([command, ...flags])), bare: side(() => start([bare])) }
    for (let round = 0; round < (quick ? 6 : 30); round++) {
      for (const each of Object.values(sides)) await each.run()
    }
    const [ours, theirs] = [sides.ours.result(), sides.bare.result()]
    return [
      {
        what: 'svc-emulator start until the first 200: CPU, over bare',
        value: ours.cpu / theirs.cpu,
        unit: 'x',
        atMost: 3,
        detail: `${ours.cpu.toFixed(0)} ms against ${theirs.cpu.toFixed(0)} ms`,
      },
      {
        what: 'svc-emulator start until the first 200: time, over bare',
        value: ours.time / theirs.time,
        unit: 'x',
        detail: `${ours.time.toFixed(0)} ms against ${theirs.time.toFixed(0)} ms`,
      },
    ] satisfies Measure[]
  },
}

const flags = ['start', '--port', '0', '--log', 'silent']

interface Took {
  /** Milliseconds: what else runs only slows a start down, so that the quarter that went best counts. */
  readonly time: number
  /** Mean CPU time of one start, in milliseconds. */
  readonly cpu: number
}

interface Side {
  run(): Promise<void>
  result(): Took
}

function side(start: () => Promise<number>): Side {
  const times: number[] = []
  let cpu = 0
  return {
    async run() {
      const before = childrenCpu()
      times.push(await start())
      cpu += childrenCpu() - before
    },
    result: () => ({ time: quantile(times, 0.25), cpu: cpu / times.length }),
  }
}

/** Both print the port on which they listen: one in its banner, one as JSON. */
const ready = /API +http:\/\/127\.0\.0\.1:(\d+)|"port":(\d+)/

/** Milliseconds from the start of a server to its first answer. */
function start(args: readonly string[]): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, args, { env: bareEnvironment, stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('exit', () => reject(new Error(`node ${args.join(' ')} ended before it answered`)))
    child.stdout.on('data', (chunk) => {
      text += String(chunk)
      const [, ours, theirs] = ready.exec(text) ?? []
      const port = ours ?? theirs
      if (port === undefined) return
      child.stdout.removeAllListeners('data').resume()
      get(
        { port, host: '127.0.0.1', path: '/v1/users/me', headers: { 'x-api-key': 'svc-key-ada-admin' }, agent: false },
        ({ statusCode }) => {
          const took = performance.now() - started
          child
            .removeAllListeners('exit')
            .once('exit', () =>
              statusCode === 200 ? resolve(took) : reject(new Error(`the first answer was ${statusCode}`)),
            )
          child.kill('SIGKILL')
        },
      ).on('error', reject)
    })
  })
}
