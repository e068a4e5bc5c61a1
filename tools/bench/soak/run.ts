/**
 * `npx tsx tools/bench/soak/run.ts [--minutes 60] [--steps 1000000] [--seed 1]`: first the model of tests/model for so many steps, then a server under mixed load for so many
 * minutes. 0 leaves a part out. The exit code is 1 when something was wrong.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { parseArgs } from 'node:util'
import { runModel } from '../../../tests/model/run.ts'
import { createLoad } from './load.ts'
import { judge, median, type Slice, type Verdict } from './report.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    steps: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
  },
})
const minutes = parseNumber('minutes', values.minutes)
const steps = parseNumber('steps', values.steps)
const SLICES = 50
const PROBES = 200
const AT_ONCE = 4

function parseNumber(name: string, text: string): number {
  const number = Number(text)
  if (text !== '' && number >= 0 && Number.isFinite(number)) return number
  console.error(`soak: --${name}: expected a number from 0, got '${text}'`)
  process.exit(2)
}

function message<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => reject(new Error(`the server ended with ${code}`))
    child.once('exit', onExit).once('message', (said) => {
      child.off('exit', onExit)
      resolve(said as T)
    })
  })
}

function ask<T>(child: ChildProcess, word: string): Promise<T> {
  const said = message<T>(child)
  child.send(word)
  return said
}

async function measureLatency(url: string): Promise<number> {
  const from = performance.now()
  await (await fetch(url, { headers: { 'x-api-key': 'svc-key-ada-admin' } })).text()
  return performance.now() - from
}

/** Ours and the bare server's in turns, so that a slow minute of the machine meets both. */
async function latencies(origin: string, bare: string): Promise<{ latency: number; bare: number }> {
  const ours: number[] = []
  const theirs: number[] = []
  for (let i = 0; i < PROBES; i++) {
    ours.push(await measureLatency(`${origin}/v1/users/me?n=${i}`))
    theirs.push(await measureLatency(`${bare}/v1/users/me?n=${i}`))
  }
  return { latency: median(ours), bare: median(theirs) }
}

function startChild(file: string): ChildProcess {
  return fork(new URL(file, import.meta.url), {
    execArgv: ['--expose-gc', '--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

async function soak(): Promise<boolean> {
  const child = startChild('server.ts')
  const bareChild = startChild('bare.ts')
  let stderr = ''
  child.stderr!.on('data', (piece) => {
    stderr += String(piece)
  })
  const { url } = await message<{ url: string }>(child)
  const bare = await message<{ url: string }>(bareChild)
  const { origin } = new URL(url)
  const load = createLoad(origin)
  await load.prepare()
  const slices: Slice[] = []
  const start = performance.now()
  let rounds = 0
  for (let slice = 1; slice <= SLICES; slice++) {
    const until = start + (slice * minutes * 60_000) / SLICES
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (performance.now() < until) await load.round(rounds++)
      }),
    )
    const took = await latencies(origin, bare.url)
    slices.push({ ...(await ask<{ heap: number; handles: number }>(child, 'measure')), ...took })
    if (slice % 5 === 0) console.error(`${slice} of ${SLICES}: ${load.requests.toLocaleString('en')} requests`)
  }
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.send('end')
  bareChild.disconnect()
  await ended
  return report(slices, rounds, load.requests, stderr)
}

const shown: Readonly<Record<Verdict['name'], (value: number) => string>> = {
  heap: (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`,
  handles: String,
  latency: (ratio) => `${ratio.toFixed(2)} times a bare server's`,
}

function report(slices: readonly Slice[], rounds: number, requests: number, stderr: string): boolean {
  console.log(`${minutes} minutes, ${rounds.toLocaleString('en')} rounds, ${requests.toLocaleString('en')} requests`)
  const verdicts = judge(slices)
  for (const { name, second, last, change, flat } of verdicts) {
    console.log(
      `${name.padEnd(8)} second tenth ${shown[name](second)}, last tenth ${shown[name](last)}, ${(change * 100).toFixed(1)} %${flat ? '' : '  NOT FLAT'}`,
    )
  }
  console.log(
    `         a request took ${median(slices.map(({ latency }) => latency)).toFixed(2)} ms, of the bare server ${median(slices.map(({ bare }) => bare)).toFixed(2)} ms`,
  )
  console.log(`stderr   ${stderr.length} bytes`)
  if (stderr !== '') console.log(stderr.slice(0, 2_000))
  return stderr === '' && verdicts.every(({ flat }) => flat)
}

let good = true
if (steps > 0) {
  const { runs, refused } = await runModel(steps, parseNumber('seed', values.seed))
  console.log(
    `model: ${steps.toLocaleString('en')} steps in ${runs.toLocaleString('en')} runs agree, ${refused.toLocaleString('en')} of them refused`,
  )
}
if (minutes > 0) good = await soak()
process.exitCode = good ? 0 : 1
