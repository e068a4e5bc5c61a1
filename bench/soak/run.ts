/**
 * `npm run soak -- [--minutes 60] [--steps 1000000] [--seed 1]`: first the model of tests/model for so many steps, then a server under mixed load for so many
 * minutes. 0 leaves a part out. The exit code is 1 when something was wrong.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { parseArgs } from 'node:util'
import { runModel } from '../../tests/model/run.ts'
import { createLoad } from './load.ts'
import { judge, median, type Slice } from './report.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' }, steps: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } } })
const minutes = numberOf('minutes', values.minutes)
const steps = numberOf('steps', values.steps)
const SLICES = 50
const PROBES = 50
const AT_ONCE = 4

function numberOf(name: string, text: string): number {
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

async function latencyOf(origin: string): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < PROBES; i++) {
    const from = performance.now()
    await (await fetch(`${origin}/v1/users/me?n=${i}`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })).text()
    times.push(performance.now() - from)
  }
  return median(times)
}

async function soak(): Promise<boolean> {
  const child = fork(new URL('server.ts', import.meta.url), { execArgv: ['--expose-gc', '--import', 'tsx'], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let stderr = ''
  child.stderr!.on('data', (piece) => { stderr += String(piece) })
  const { url } = await message<{ url: string }>(child)
  const { origin } = new URL(url)
  const load = createLoad(origin)
  await load.prepare()
  const slices: Slice[] = []
  const start = performance.now()
  let rounds = 0
  for (let slice = 1; slice <= SLICES; slice++) {
    const until = start + (slice * minutes * 60_000) / SLICES
    await Promise.all(Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < until) await load.round(rounds++)
    }))
    const latency = await latencyOf(origin)
    slices.push({ ...await ask<{ heap: number; handles: number }>(child, 'measure'), latency })
  }
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.send('end')
  await ended
  return report(slices, rounds, load.requests, stderr)
}

function report(slices: readonly Slice[], rounds: number, requests: number, stderr: string): boolean {
  console.log(`${minutes} minutes, ${rounds.toLocaleString('en')} rounds, ${requests.toLocaleString('en')} requests`)
  const verdicts = judge(slices)
  for (const { name, second, last, change, flat } of verdicts) {
    const shown = (value: number): string => (name === 'heap' ? `${(value / 1024 / 1024).toFixed(1)} MiB` : name === 'latency' ? `${value.toFixed(2)} ms` : String(value))
    console.log(`${name.padEnd(8)} second tenth ${shown(second)}, last tenth ${shown(last)}, ${(change * 100).toFixed(1)} %${flat ? '' : '  NOT FLAT'}`)
  }
  console.log(`stderr   ${stderr.length} bytes`)
  if (stderr !== '') console.log(stderr.slice(0, 2_000))
  return stderr === '' && verdicts.every(({ flat }) => flat)
}

let good = true
if (steps > 0) {
  const { runs, refused } = await runModel(steps, numberOf('seed', values.seed))
  console.log(`model: ${steps.toLocaleString('en')} steps in ${runs.toLocaleString('en')} runs agree, ${refused.toLocaleString('en')} of them refused`)
}
if (minutes > 0) good = await soak()
process.exitCode = good ? 0 : 1
