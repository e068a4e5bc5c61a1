import { readdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { setup as buildWhenStale } from '../../tests/helpers/build-when-stale.ts'
import { setup as ownTemporaryFolder } from '../../tests/helpers/temporary-folder.ts'
import type { Bench } from './harness/measure.ts'
import { line, table, verdict, type Outcome } from './harness/report.ts'
import { speedPage } from './harness/speed-page.ts'

/**
 * `npm run bench -- [--quick] [--page FILE] [names…]`: runs benchmarks and prints each number beside its bound. `users` names all of
 * `tools/bench/users/`; without a name all of `tools/bench/` run. `--page` writes `docs/speed.md` from a full run of `users`. The exit
 * code is 1 when a benchmark failed and, after a full run, when a bound was missed.
 */
const {
  values: { quick, page },
  positionals: wanted,
} = parseArgs({
  options: { quick: { type: 'boolean', default: false }, page: { type: 'string' } },
  allowPositionals: true,
})

const listBenchmarks = (folder: string) =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
    .map((file) => ({ folder, name: file.slice(0, -3), url: new URL(`${folder}${file}`, import.meta.url).href }))
const all = [...listBenchmarks('./'), ...listBenchmarks('./users/')]
const unknown = wanted.filter((word) => word !== 'users' && !all.some(({ name }) => name === word))
if (unknown.length > 0)
  refuse(`unknown: ${unknown.join(', ')}; known: users, ${all.map(({ name }) => name).join(', ')}`)
if (page !== undefined && (quick || wanted.join() !== 'users'))
  refuse('--page needs a full run of `users`: npm run bench -- users --page docs/speed.md')

const removeFolder = ownTemporaryFolder()
process.on('exit', () => removeFolder?.())
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
  if (chosen) outcomes.push(await runBenchmark(name, url))
}

const { text, exitCode } = verdict(outcomes, quick)
console.log(`\n${table(outcomes)}\n\n${text}`)
process.exitCode = exitCode
if (page !== undefined) {
  const [{ model }, { length }] = [cpus()[0] ?? { model: 'unknown' }, cpus()]
  writeFileSync(page, speedPage({ node: process.version, cpu: model, cpus: length, outcomes }))
}

async function runBenchmark(name: string, url: string): Promise<Outcome> {
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

function refuse(message: string): never {
  console.error(`bench: ${message}`)
  process.exit(2)
}
