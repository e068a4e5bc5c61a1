import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, quantile, type Bench, type Measure } from './harness/measure.ts'
import { toEnd } from './harness/processes.ts'

const command = new URL('../dist/cli/svc-emulator.js', import.meta.url).pathname
const library = new URL('../dist/scenario.js', import.meta.url).href

/** Replaying and loading scenarios. */
export const bench: Bench = {
  about: 'The shipped library replayed in process, start-up included, against node -e 0; loading a scenario of 100,000 inline records.',
  async run({ quick }) {
    const sizes = quick ? [1_000, 10_000] as const : [10_000, 100_000] as const
    return [await replayOfTheLibrary(quick ? 8 : 60), await loading('json', sizes, quick ? 1 : 5), await loading('yaml', sizes, quick ? 1 : 3)]
  },
}

/** What else runs on the machine only ever slows a process down: the quarter that went best is what the two are compared by. */
async function replayOfTheLibrary(rounds: number): Promise<Measure> {
  const ours: number[] = []
  const nothing: number[] = []
  let last = ''
  const turns = [
    async () => {
      const { milliseconds, output } = await toEnd(process.execPath, [command, 'replay', '--all', '--no-run'])
      ours.push(milliseconds)
      last = output.trimEnd().split('\n').at(-1) ?? ''
    },
    async () => { nothing.push((await toEnd(process.execPath, ['-e', '0'])).milliseconds) },
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
async function loading(format: 'json' | 'yaml', [few, many]: readonly [number, number], rounds: number): Promise<Measure> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const took: Record<number, number[]> = { [few]: [], [many]: [] }
    for (let round = 0; round < rounds; round++) {
      for (const count of [few, many]) took[count]!.push(await load(written(folder, format, count), count))
    }
    const [small, large] = [median(took[few]!), median(took[many]!)]
    return {
      what: `loading ${many.toLocaleString('en')} inline records of ${format.toUpperCase()}, over ${few.toLocaleString('en')}`, value: large / small,
      unit: 'x', atMost: 15, detail: `${large.toFixed(0)} ms CPU against ${small.toFixed(0)} ms`,
    }
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

/** Milliseconds of CPU time, in a process that did nothing else. */
async function load(file: string, count: number): Promise<number> {
  const script = `
    const { validate } = await import(${JSON.stringify(library)})
    const before = process.cpuUsage()
    const { problems, emulator } = await validate(${JSON.stringify(file)})
    const { user, system } = process.cpuUsage(before)
    if (problems.length > 0 || emulator.world.sessions.size < ${count}) throw new Error('the scenario was not loaded')
    console.log((user + system) / 1000)`
  const { output } = await toEnd(process.execPath, ['--input-type=module', '-e', script])
  return Number(output)
}
