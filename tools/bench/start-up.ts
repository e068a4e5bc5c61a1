import { spawn } from 'node:child_process'
import { get } from 'node:http'
import { quantile, type Bench, type Measure } from './harness/measure.ts'
import { newerNode } from './harness/newer-node.ts'
import { bareEnvironment, childrenCpu, toEnd } from './harness/processes.ts'

const command = new URL('../../dist/cli/svc-emulator.js', import.meta.url).pathname
const library = new URL('../../dist/node.js', import.meta.url).href
const bare = new URL('./servers/bare-start.mjs', import.meta.url).pathname

export const bench: Bench = {
  about:
    'From the start of the process to the first 200, over a bare node:http server on the same Node; importing svc-emulator over `node -e 0`. From Node 22.8 on, Node keeps what it compiled of ours: its first start has nothing of that.',
  async run({ quick }) {
    const newer = newerNode.version()
    const sides = {
      ours: side(() => start(process.execPath, [command, ...flags])),
      bare: side(() => start(process.execPath, [bare])),
      oursNewer: side(() => start(newerNode.path, [command, ...flags])),
      oursNewerFirst: side(() => start(newerNode.path, [command, ...flags], { NODE_DISABLE_COMPILE_CACHE: '1' })),
      bareNewer: side(() => start(newerNode.path, [bare])),
      nothing: side(async () => (await toEnd(process.execPath, ['-e', '0'])).milliseconds),
      library: side(
        async () =>
          (await toEnd(process.execPath, ['--input-type=module', '-e', `import ${JSON.stringify(library)}`]))
            .milliseconds,
      ),
    }
    for (let round = 0; round < (quick ? 6 : 30); round++) {
      for (const each of Object.values(sides)) await each.run()
    }
    const { ours, bare: theirs, oursNewer, oursNewerFirst, bareNewer, nothing, library: imported } = resultsOf(sides)
    return [
      {
        what: 'svc-emulator start until the first 200: time, over bare',
        value: ours.time / theirs.time,
        unit: 'x',
        atMost: 1.8,
        detail: times(ours, theirs),
      },
      {
        what: `svc-emulator start until the first 200, on Node ${newer}: time, over bare`,
        value: oursNewer.time / bareNewer.time,
        unit: 'x',
        atMost: 1.8,
        detail: times(oursNewer, bareNewer),
      },
      {
        what: `svc-emulator start until the first 200, on Node ${newer} for the first time: time, over bare`,
        value: oursNewerFirst.time / bareNewer.time,
        unit: 'x',
        detail: times(oursNewerFirst, bareNewer),
      },
      {
        what: 'svc-emulator start until the first 200: CPU, over bare',
        value: ours.cpu / theirs.cpu,
        unit: 'x',
        detail: `${ours.cpu.toFixed(0)} ms against ${theirs.cpu.toFixed(0)} ms`,
      },
      {
        what: 'importing svc-emulator: time beyond node -e 0',
        value: imported.time - nothing.time,
        unit: 'ms',
        detail: `CPU ${(imported.cpu - nothing.cpu).toFixed(0)} ms`,
      },
    ] satisfies Measure[]
  },
}

const flags = ['start', '--port', '0', '--log', 'silent']

function resultsOf<Name extends string>(sides: Record<Name, Side>): Record<Name, Took> {
  return Object.fromEntries(Object.entries<Side>(sides).map(([name, each]) => [name, each.result()])) as Record<
    Name,
    Took
  >
}

function times(ours: Took, theirs: Took): string {
  return `${ours.time.toFixed(0)} ms against ${theirs.time.toFixed(0)} ms`
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

/** Both print the port on which they listen: one in its banner, one as JSON. */
const ready = /API +http:\/\/127\.0\.0\.1:(\d+)|"port":(\d+)/

/** Milliseconds from the start of a server to its first answer. */
function start(node: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const started = performance.now()
  const child = spawn(node, args, { env: { ...bareEnvironment, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
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
