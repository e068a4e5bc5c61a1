import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { entry } from '../harness/shipped.ts'
import { quantile, type Bench, type Measure } from '../harness/measure.ts'
import { toEnd } from '../harness/processes.ts'
import { userProject } from '../harness/project.ts'

interface Took {
  readonly ms: number
  readonly mb: number
}

/** Scenarios with all their records written out. */
export const bench: Bench = {
  about:
    'Loading a scenario of inline records from a file, in a process of its own: CPU, and peak memory; beside parsers that check nothing.',
  async run({ quick }) {
    const [inYaml, inJson, rounds] = quick ? [5_000, 20_000, 1] : [100_000, 1_000_000, 1]
    const folder = userProject()
    const yaml = join(folder, 'large.yaml')
    const json = join(folder, 'large.json')
    writeFileSync(
      yaml,
      `scenario: 1\nname: large\nabout: Large.\nworld:\n  records:\n    sessions:\n${rows(inYaml, (n) => `      - { alias: session-${n}, org: acme, created_at: 2026-01-01T00:00:00.000Z }`)}\n`,
    )
    writeFileSync(
      json,
      `{ "scenario": 1, "name": "large", "about": "Large.", "world": { "records": { "sessions": [\n${rows(inJson, (n) => `{ "alias": "session-${n}", "org": "acme" }`, ',')}\n] } } }`,
    )
    // More than an emulator takes without being told.
    const ours = (file: string, count: number) => `import { loadScenario } from ${JSON.stringify(entry('scenario'))}
import { createEmulator } from ${JSON.stringify(entry('node'))}
const work = async () => { const { world } = createEmulator({ scenario: await loadScenario(${JSON.stringify(file)}), bounds: { records: ${count} } }); if (world.sessions.size < ${count}) throw new Error('not loaded') }`
    const parser = (imports: string, parse: string, file: string) =>
      `import { readFileSync } from 'node:fs'\n${imports}\nconst work = () => ${parse}(readFileSync(${JSON.stringify(file)}, 'utf8'))`
    const [ourYaml, ourJson, jsonParse] = [
      await best(folder, ours(yaml, inYaml), rounds),
      await best(folder, ours(json, inJson), rounds),
      await best(folder, parser('', 'JSON.parse', json), rounds),
    ]
    const what = (format: string, count: number, file: string) =>
      `${format} of ${count.toLocaleString('en')} records (${(statSync(file).size / 1e6).toFixed(0)} MB)`
    return [
      ...measures(what('YAML', inYaml, yaml), ourYaml),
      ...measures(what('JSON', inJson, json), ourJson, 20),
      ...measures(`peer JSON.parse alone: ${what('JSON', inJson, json)}`, jsonParse),
    ]
  },
}

function measures(what: string, { ms, mb }: Took, seconds?: number, megabytes?: number): Measure[] {
  return [
    { what: `${what}: CPU`, value: ms / 1_000, unit: 's', ...(seconds !== undefined && { atMost: seconds }) },
    { what: `${what}: peak memory`, value: mb, unit: 'MB', ...(megabytes !== undefined && { atMost: megabytes }) },
  ]
}

function rows(count: number, row: (n: number) => string, between = ''): string {
  return Array.from({ length: count }, (_, n) => row(n)).join(`${between}\n`)
}

async function best(folder: string, program: string, rounds: number): Promise<Took> {
  const took: Took[] = []
  const file = join(folder, 'program.mjs')
  writeFileSync(
    file,
    `${program}
const before = process.cpuUsage()
await work()
const { user, system } = process.cpuUsage(before)
console.log(JSON.stringify({ ms: (user + system) / 1000, mb: process.resourceUsage().maxRSS / 1024 }))
`,
  )
  for (let round = 0; round < rounds; round++)
    took.push(JSON.parse((await toEnd(process.execPath, [file])).output) as Took)
  return {
    ms: quantile(
      took.map(({ ms }) => ms),
      0.25,
    ),
    mb: quantile(
      took.map(({ mb }) => mb),
      0.25,
    ),
  }
}
