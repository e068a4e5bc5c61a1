import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, quantile, type Bench, type Measure } from './harness/measure.ts'
import { toEnd } from './harness/processes.ts'

const command = new URL('../../dist/cli/svc-emulator.js', import.meta.url).pathname
const library = new URL('../../dist/scenario.js', import.meta.url).href

/** Replaying and loading scenarios. */
export const bench: Bench = {
  about:
    'Replaying in process: one shipped scenario, start-up included, and what each further one of the library adds, against node -e 0; loading a scenario of 100,000 inline records.',
  async run({ quick }) {
    const sizes = quick ? ([1_000, 10_000] as const) : ([10_000, 100_000] as const)
    return [
      ...(await replays(quick ? 8 : 60)),
      await loading('json', sizes, quick ? 1 : 5),
      await loading('yaml', sizes, quick ? 1 : 3),
    ]
  },
}

/** The first that `--all` plays, and the library. */
const programs = {
  nothing: ['-e', '0'],
  one: [command, 'replay', 'acting-token-minting', '--no-run'],
  all: [command, 'replay', '--all', '--no-run'],
} as const

/**
 * What else runs on the machine only ever slows a process down: the quarter that went best is what they are compared by. A start and what is
 * played are two bounds, because the library grows.
 */
async function replays(rounds: number): Promise<Measure[]> {
  const took: Record<keyof typeof programs, number[]> = { nothing: [], one: [], all: [] }
  const turns = Object.entries(programs) as [keyof typeof programs, readonly string[]][]
  let last = ''
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of turns) {
      const { milliseconds, output } = await toEnd(process.execPath, args)
      took[name].push(milliseconds)
      if (name === 'all') last = output.trimEnd().split('\n').at(-1) ?? ''
    }
    turns.reverse()
  }
  const [nothing, one, all] = [quantile(took.nothing, 0.25), quantile(took.one, 0.25), quantile(took.all, 0.25)]
  const scenarios = Number.parseInt(last, 10)
  const each = (all - one) / (scenarios - 1)
  return [
    {
      what: 'replay of one shipped scenario, over node -e 0',
      value: one / nothing,
      unit: 'x',
      atMost: 5,
      detail: `${one.toFixed(0)} ms against ${nothing.toFixed(0)} ms`,
    },
    {
      what: 'each further scenario of the library, over node -e 0',
      value: each / nothing,
      unit: 'x',
      atMost: 0.2,
      detail: `${each.toFixed(1)} ms against ${nothing.toFixed(0)} ms; ${all.toFixed(0)} ms for ${last}`,
    },
  ]
}

/** A process for each load: what an earlier one left in memory would count as well. */
async function loading(
  format: 'json' | 'yaml',
  [few, many]: readonly [number, number],
  rounds: number,
): Promise<Measure> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const took: Record<number, number[]> = { [few]: [], [many]: [] }
    for (let round = 0; round < rounds; round++) {
      for (const count of [few, many]) took[count]!.push(await load(written(folder, format, count), count))
    }
    const [small, large] = [median(took[few]!), median(took[many]!)]
    return {
      what: `loading ${many.toLocaleString('en')} inline records of ${format.toUpperCase()}, over ${few.toLocaleString('en')}`,
      value: large / small,
      unit: 'x',
      atMost: 15,
      detail: `${large.toFixed(0)} ms CPU against ${small.toFixed(0)} ms`,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function written(folder: string, format: 'json' | 'yaml', count: number): string {
  const file = join(folder, `${count}.${format}`)
  const records = Array.from({ length: count }, (_, index) => `{ "alias": "session-${index}", "org": "acme" }`)
  writeFileSync(
    file,
    format === 'json'
      ? `{ "scenario": 1, "name": "large", "about": "Large.", "world": { "records": { "sessions": [\n${records.join(',\n')}\n] } } }`
      : `scenario: 1\nname: large\nabout: Large.\nworld:\n  records:\n    sessions:\n${records.map((record) => `      - ${record.replaceAll('"', '')}\n`).join('')}`,
  )
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
