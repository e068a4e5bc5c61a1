import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadedFiles } from '../harness/loaded-files.ts'
import { median, type Bench, type BenchOptions, type Measure } from '../harness/measure.ts'
import { toEnd } from '../harness/processes.ts'
import { userProject } from '../harness/project.ts'

const programs = {
  msw: `import 'msw/node'`,
  both: `import 'msw/node'; import 'svc-emulator/msw'`,
  core: `import 'svc-emulator'`,
} as const
type Program = keyof typeof programs

/** What a test file waits for before its first line. */
export const bench: Bench = {
  about: 'Importing svc-emulator/msw beside msw/node: modules of msw that Node loads, and CPU of a process beyond that of importing svc-emulator alone.',
  async run(options) {
    return [...await loaded('msw 2', userProject()), ...await loaded('msw 3', userProject({}, { msw: 'msw3' })), ...await cost(options)]
  },
}

async function loaded(version: string, folder: string): Promise<Measure[]> {
  const alone = await loadedOfMsw(folder, 'msw')
  const both = await loadedOfMsw(folder, 'both')
  return [
    { what: `${version}: modules of msw loaded by both, over msw/node alone`, value: both.modules / alone.modules, unit: 'x', atMost: 1.05, detail: `${both.modules} modules against ${alone.modules}` },
    { what: `${version}: bytes of msw loaded by both, over msw/node alone`, value: both.bytes / alone.bytes, unit: 'x', atMost: 1.05, detail: `${(both.bytes / 1024).toFixed(0)} KB against ${(alone.bytes / 1024).toFixed(0)} KB` },
  ]
}

/** What Node loads of other packages than ours. */
async function loadedOfMsw(folder: string, program: Program): Promise<{ modules: number; bytes: number }> {
  const file = join(folder, `${program}.mjs`)
  writeFileSync(file, `${programs[program]}\n`)
  const files = await loadedFiles(file)
  const theirs = files.filter((path) => !path.includes('svc-emulator/dist/'))
  if (program === 'both' && theirs.length === files.length) throw new Error('nothing of svc-emulator was loaded')
  return { modules: theirs.length, bytes: theirs.reduce((sum, path) => sum + statSync(path).size, 0) }
}

async function cost({ quick }: BenchOptions): Promise<Measure[]> {
  const folder = userProject(Object.fromEntries(Object.entries(programs).map(([name, text]) => [`${name}.mjs`, `${text}\n`])))
  const took: Record<Program, number[]> = { msw: [], both: [], core: [] }
  for (let round = 0; round < (quick ? 5 : 25); round++) {
    for (const program of ['msw', 'both', 'core'] as const) took[program].push(await cpuOfImport(join(folder, `${program}.mjs`)))
  }
  const [msw, both, core] = [median(took.msw), median(took.both), median(took.core)]
  return [
    { what: 'CPU of importing msw/node and svc-emulator/msw, less svc-emulator, over msw/node', value: (both - core) / msw, unit: 'x', atMost: 1.05, detail: `msw/node ${msw.toFixed(0)} ms, both ${both.toFixed(0)} ms, svc-emulator alone ${core.toFixed(0)} ms` },
    { what: 'CPU of importing both, over msw/node alone', value: both / msw, unit: 'x' },
  ]
}

/** Milliseconds of CPU time, of the import alone: the start of Node is on no side. */
async function cpuOfImport(file: string): Promise<number> {
  const script = `const before = process.cpuUsage(); await import(${JSON.stringify(file)}); const { user, system } = process.cpuUsage(before); console.log((user + system) / 1000); process.exit()`
  return Number((await toEnd(process.execPath, ['--input-type=module', '-e', script])).output)
}
