import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, quantile, type Bench, type Measure } from './harness/measure.ts'

const command = new URL('../dist/cli/svc-emulator.js', import.meta.url).pathname
const library = new URL('../dist/scenario.js', import.meta.url).href
const env = { PATH: process.env['PATH'], HOME: tmpdir() }

/** Replaying and loading scenarios. */
export const bench: Bench = {
  name: 'scenarios',
  about: 'The shipped library replayed in process, start-up included, against node -e 0; loading a scenario of 100,000 inline records.',
  async run({ quick }) {
    return [await replayOfTheLibrary(quick ? 8 : 60), ...await loading('json', quick ? 1 : 5), ...await loading('yaml', quick ? 1 : 3)]
  },
}

/** What else runs on the machine only ever slows a process down: the quarter that went best is what the two are compared by. */
async function replayOfTheLibrary(rounds: number): Promise<Measure> {
  const ours: number[] = []
  const nothing: number[] = []
  let last = ''
  const turns = [
    async () => {
      const { milliseconds, output } = await toEnd([command, 'replay', '--no-run'])
      ours.push(milliseconds)
      last = output.trimEnd().split('\n').at(-1) ?? ''
    },
    async () => { nothing.push((await toEnd(['-e', '0'])).milliseconds) },
  ]
  for (let round = 0; round < rounds; round++) {
    for (const turn of turns) await turn()
    turns.reverse()
  }
  const [took, least] = [quantile(ours, 0.25), quantile(nothing, 0.25)]
  return {
    what: 'replay of the shipped library, over node -e 0', value: took / least, unit: 'x', atMost: 5,
    detail: `${took.toFixed(0)} ms against ${least.toFixed(0)} ms; ${last}`,
  }
}

/** A process for each load: what an earlier one left in memory would count as well. */
async function loading(format: 'json' | 'yaml', rounds: number): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const took: Record<number, number[]> = { 10_000: [], 100_000: [] }
    let told = 0
    for (let round = 0; round < rounds; round++) {
      for (const count of [10_000, 100_000]) {
        const loaded = await load(written(folder, format, count), count)
        took[count]!.push(loaded.milliseconds)
        told = loaded.told
      }
    }
    if (told < 5) throw new Error(`loading 100,000 records told its progress ${told} times`)
    const [small, large] = [median(took[10_000]!), median(took[100_000]!)]
    return [{
      what: `loading 100,000 inline records of ${format.toUpperCase()}, over 10,000`, value: large / small, unit: 'x', atMost: 15,
      detail: `${large.toFixed(0)} ms against ${small.toFixed(0)} ms, progress told ${told} times`,
    }]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function written(folder: string, format: 'json' | 'yaml', count: number): string {
  const file = join(folder, `${count}.${format}`)
  const records = Array.from({ length: count }, (_, index) => `{ "alias": "session-${index}", "org": "acme" }`)
  writeFileSync(file, format === 'json'
    ? `{ "scenario": 1, "name": "large", "about": "Large.", "world": { "records": { "sessions": [\n${records.join(',\n')}\n] } } }`
    : `scenario: 1\nname: large\nabout: Large.\nworld:\n  records:\n    sessions:\n${records.map((record) => `      - ${record.replaceAll('"', '')}\n`).join('')}`)
  return file
}

async function load(file: string, count: number): Promise<{ milliseconds: number; told: number }> {
  const script = `
    const { validate } = await import(${JSON.stringify(library)})
    const { performance } = await import('node:perf_hooks')
    let told = 0
    const start = performance.now()
    const { problems, emulator } = await validate(${JSON.stringify(file)}, { progress: () => told++ })
    const milliseconds = performance.now() - start
    if (problems.length > 0 || emulator.world.sessions.size < ${count}) throw new Error('the scenario was not loaded')
    console.log(JSON.stringify({ milliseconds, told }))`
  const { output } = await toEnd(['--input-type=module', '-e', script])
  return JSON.parse(output) as { milliseconds: number; told: number }
}

function toEnd(args: readonly string[]): Promise<{ milliseconds: number; output: string }> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => { output += text })
    child.once('close', (code) => {
      if (code === 0) resolve({ milliseconds: performance.now() - started, output })
      else reject(new Error(`node ${args[0]} ended with ${code}: ${output.slice(-400)}`))
    })
  })
}
