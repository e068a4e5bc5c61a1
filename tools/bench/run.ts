import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { setup as buildWhenStale } from '../../tests/helpers/build-when-stale.ts'
import { setup as ownTemporaryFolder } from '../../tests/helpers/temporary-folder.ts'
import type { Bench } from './harness/measure.ts'
import { line, table, verdict, type Outcome, type Run } from './harness/report.ts'

/**
 * `npm run bench -- [--quick] [--json FILE] [names…]`: runs benchmarks and prints each number beside its bound. `users` names all of
 * `tools/bench/users/`; without a name all of `tools/bench/` run. The exit code is 1 when a benchmark failed and, after a full run, when a
 * bound was missed.
 */
const {
  values: { quick, json },
  positionals: wanted,
} = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
  allowPositionals: true,
})

const filesOf = (folder: string) =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((file) => file.endsWith('.ts') && file !== 'run.ts' && !file.includes('.test.'))
    .map((file) => ({ folder, name: file.slice(0, -3), url: new URL(`${folder}${file}`, import.meta.url).href }))
const all = [...filesOf('./'), ...filesOf('./users/')]
const unknown = wanted.filter((word) => word !== 'users' && !all.some(({ name }) => name === word))
if (unknown.length > 0) {
  console.error(`bench: there is no ${unknown.join(', ')}; there are users, ${all.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

const leaveNothing = ownTemporaryFolder()
process.on('exit', () => leaveNothing?.())
// An answer that was not expected is thrown where it is read, which is in an event of a socket.
process.on('uncaughtException', (error) => {
  console.error(error)
  process.exit(1)
})

buildWhenStale()
const outcomes: Outcome[] = []
for (const { folder, name, url } of all) {
  const chosen =
    wanted.length === 0 ? folder === './' : wanted.includes(name) || (folder === './users/' && wanted.includes('users'))
  if (chosen) outcomes.push(await outcomeOf(name, url))
}

const { text, exitCode } = verdict(outcomes, quick)
console.log(`\n${table(outcomes)}\n\n${text}`)
if (json !== undefined)
  keep(json, { quick, node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cpus: cpus().length, outcomes })
process.exitCode = exitCode

/** Writes what a run gave. Benchmarks that did not run keep what the file has of them, where it is of the same machine and the same kind of run. */
function keep(file: string, run: Run): void {
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Run) : run
  const same =
    before.quick === run.quick && before.node === run.node && before.cpu === run.cpu && before.cpus === run.cpus
  const others = same
    ? before.outcomes.filter(({ name }) => !run.outcomes.some((outcome) => outcome.name === name))
    : []
  const all = [...others, ...run.outcomes].sort((a, b) => a.name.localeCompare(b.name))
  writeFileSync(file, `${JSON.stringify({ ...run, outcomes: all }, null, 2)}\n`)
}

async function outcomeOf(name: string, url: string): Promise<Outcome> {
  let about = ''
  try {
    const { bench } = (await import(url)) as { bench: Bench }
    about = bench.about
    console.log(`\n${name}: ${about}`)
    const measures = await bench.run({ quick })
    for (const measure of measures) console.log(line(measure))
    return { name, about, measures }
  } catch (error) {
    console.error(error)
    return { name, about, measures: [], failure: error instanceof Error ? error.message : String(error) }
  }
}
