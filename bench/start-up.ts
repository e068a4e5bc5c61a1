import { spawn } from 'node:child_process'
import { get } from 'node:http'
import { quantile, type Bench, type Measure } from './harness/measure.ts'
import { bareEnvironment, childrenCpu, toEnd } from './harness/processes.ts'

const command = new URL('../dist/cli/svc-emulator.js', import.meta.url).pathname
const library = new URL('../dist/node.js', import.meta.url).href
const bare = new URL('./servers/bare-start.mjs', import.meta.url).pathname

export const bench: Bench = {
  about: 'From the start of the process to the first 200, over a bare node:http server; importing svc-emulator over `node -e 0`.',
  async run({ quick }) {
    const sides: Record<string, Side> = {
      ours: side(() => untilFirst200([command, 'start', '--port', '0', '--log', 'silent'], /API +http:\/\/127\.0\.0\.1:(\d+)/)),
      bare: side(() => untilFirst200([bare], /"port":(\d+)/)),
      nothing: side(async () => (await toEnd(process.execPath, ['-e', '0'])).milliseconds),
      library: side(async () => (await toEnd(process.execPath, ['--input-type=module', '-e', `import ${JSON.stringify(library)}`])).milliseconds),
    }
    for (let round = 0; round < (quick ? 6 : 30); round++) {
      for (const each of Object.values(sides)) await each.run()
    }
    const [ours, theirs, nothing, imported] = Object.values(sides).map((each) => each.result()) as [Took, Took, Took, Took]
    return [
      { what: 'svc-emulator start until the first 200: time, over bare', value: ours.time / theirs.time, unit: 'x', atMost: 1.8, detail: `${ours.time.toFixed(0)} ms against ${theirs.time.toFixed(0)} ms` },
      { what: 'svc-emulator start until the first 200: CPU, over bare', value: ours.cpu / theirs.cpu, unit: 'x', detail: `${ours.cpu.toFixed(0)} ms against ${theirs.cpu.toFixed(0)} ms` },
      { what: 'importing svc-emulator: time beyond node -e 0', value: imported.time - nothing.time, unit: 'ms', detail: `CPU ${(imported.cpu - nothing.cpu).toFixed(0)} ms` },
    ] satisfies Measure[]
  },
}

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

function untilFirst200(args: readonly string[], ready: RegExp): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, args, { env: bareEnvironment, stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('exit', () => reject(new Error(`node ${args.join(' ')} ended before it answered`)))
    child.stdout.on('data', (chunk) => {
      text += String(chunk)
      const port = ready.exec(text)?.[1]
      if (port === undefined) return
      child.stdout.removeAllListeners('data').resume()
      get({ port, host: '127.0.0.1', path: '/v1/users/me', headers: { 'x-api-key': 'svc-key-ada-admin' }, agent: false }, ({ statusCode }) => {
        const took = performance.now() - started
        child.removeAllListeners('exit').once('exit', () => (statusCode === 200 ? resolve(took) : reject(new Error(`the first answer was ${statusCode}`))))
        child.kill('SIGKILL')
      }).on('error', reject)
    })
  })
}
