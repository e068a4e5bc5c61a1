import { statSync } from 'node:fs'
import { join } from 'node:path'
import { loadedFiles } from '../harness/loaded-files.ts'
import { median, type Bench, type BenchOptions, type Measure } from '../harness/measure.ts'
import { newerNode } from '../harness/newer-node.ts'
import { toEnd } from '../harness/processes.ts'
import { userProject } from '../harness/project.ts'

const versions = {
  'msw 2': { link: 'msw', entries: ['msw/core/http', 'msw/core/ws'], node: process.execPath },
  // msw 3 needs a newer Node than we do.
  'msw 3': { link: 'msw3', entries: ['msw/http', 'msw/ws'], node: newerNode.path },
} as const
type Version = keyof typeof versions

const programNames = ['msw', 'entries', 'both', 'core'] as const
type Program = (typeof programNames)[number]

const programsOf = (version: Version): Record<Program, string> => ({
  msw: importing('msw/node'),
  entries: importing('msw/node', ...versions[version].entries),
  both: importing('msw/node', 'svc-emulator/msw'),
  core: importing('svc-emulator'),
})

const importing = (...names: string[]): string => names.map((name) => `import '${name}'\n`).join('')

/** What a test file waits for before its first line. */
export const bench: Bench = {
  about:
    'Importing svc-emulator/msw beside msw/node: CPU of a process beyond that of importing svc-emulator alone, and the modules of msw that Node loads. msw/node alone can hold no handler: those are made by the entries for http and ws, which load what the lines without a bound count (docs/decisions/0480-what-handlers-load-of-msw.md).',
  async run(options) {
    const measures: Measure[] = []
    for (const version of Object.keys(versions) as Version[]) {
      const folder = userProject(
        Object.fromEntries(Object.entries(programsOf(version)).map(([name, text]) => [`${name}.mjs`, text])),
        { msw: versions[version].link },
      )
      measures.push(...(await cost(version, folder, options)), ...(await loaded(version, folder)))
    }
    return measures
  },
}

interface Loaded {
  readonly modules: number
  readonly bytes: number
}

async function loaded(version: Version, folder: string): Promise<Measure[]> {
  const [alone, entries, both] = [
    await loadedOfMsw(version, folder, 'msw'),
    await loadedOfMsw(version, folder, 'entries'),
    await loadedOfMsw(version, folder, 'both'),
  ]
  const ratio = (what: string, part: keyof Loaded, other: Loaded, bound: { atMost?: number } = {}): Measure => ({
    what: `${version}: ${part} of msw loaded by both, over ${what}`,
    value: both[part] / other[part],
    unit: 'x',
    ...bound,
    detail: `${sizeText(part, both)} against ${sizeText(part, other)}`,
  })
  const named = `msw/node, ${versions[version].entries.join(' and ')}`
  return [
    ratio(named, 'modules', entries, { atMost: 1 }),
    ratio(named, 'bytes', entries, { atMost: 1 }),
    ratio('msw/node alone', 'modules', alone),
    ratio('msw/node alone', 'bytes', alone),
  ]
}

function sizeText(part: keyof Loaded, { modules, bytes }: Loaded): string {
  return part === 'modules' ? `${modules} modules` : `${(bytes / 1024).toFixed(0)} KB`
}

/** What Node loads of other packages than ours. */
async function loadedOfMsw(version: Version, folder: string, program: Program): Promise<Loaded> {
  const files = await loadedFiles(join(folder, `${program}.mjs`), versions[version].node)
  const theirs = files.filter((path) => !path.includes('svc-emulator/dist/'))
  if (program === 'both' && theirs.length === files.length) throw new Error('nothing of svc-emulator was loaded')
  return { modules: theirs.length, bytes: theirs.reduce((sum, path) => sum + statSync(path).size, 0) }
}

async function cost(version: Version, folder: string, { quick }: BenchOptions): Promise<Measure[]> {
  const took: Record<Program, number[]> = { msw: [], entries: [], both: [], core: [] }
  for (let round = 0; round < (quick ? 5 : 25); round++) {
    for (const program of programNames)
      took[program].push(await cpuOfImport(versions[version].node, join(folder, `${program}.mjs`)))
  }
  const [msw, entries, both, core] = [median(took.msw), median(took.entries), median(took.both), median(took.core)]
  const milliseconds = (time: number): string => `${time.toFixed(0)} ms`
  return [
    {
      what: `${version}: CPU of importing msw/node and svc-emulator/msw, less svc-emulator, over msw/node`,
      value: (both - core) / msw,
      unit: 'x',
      atMost: 1.05,
      detail: `msw/node ${milliseconds(msw)}, both ${milliseconds(both)}, svc-emulator alone ${milliseconds(core)}`,
    },
    { what: `${version}: CPU of importing both, over msw/node alone`, value: both / msw, unit: 'x' },
    {
      what: `peer: ${version}: CPU of importing msw/node, ${versions[version].entries.join(' and ')}, over msw/node alone`,
      value: entries / msw,
      unit: 'x',
    },
  ]
}

/** Milliseconds of CPU time, of the import alone: the start of Node is on no side. */
async function cpuOfImport(node: string, file: string): Promise<number> {
  const script = `const before = process.cpuUsage(); await import(${JSON.stringify(file)}); const { user, system } = process.cpuUsage(before); console.log((user + system) / 1000); process.exit()`
  return Number((await toEnd(node, ['--input-type=module', '-e', script])).output)
}
