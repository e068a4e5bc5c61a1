import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { setup as buildWhenStale } from '../../tests/helpers/build-when-stale.ts'
import { setup as ownTemporaryFolder } from '../../tests/helpers/temporary-folder.ts'
import type { Bench } from './harness/measure.ts'
import { compareWith } from './against.ts'
import { line, table, verdict, type Outcome } from './harness/report.ts'
import { withSpeed } from './harness/speed-page.ts'

/**
 * `npm run bench -- [--quick] [--page FILE] [names…]`: runs the benchmarks of `tools/bench/users/`, or some, and prints each number
 * beside its bound. `--page` writes the block of `docs/what-was-tested.md` from a full run. `--against REF` compares the build with that of another commit.
 * The exit code is 1 when a benchmark failed and, after a full run, when a bound was missed.
 */
const {
  values: { quick, page, against },
  positionals: wanted,
} = parseArgs({
  options: { quick: { type: 'boolean', default: false }, page: { type: 'string' }, against: { type: 'string' } },
  allowPositionals: true,
})

const folder = new URL('./users/', import.meta.url)
const names = readdirSync(folder).map((file) => file.slice(0, -3))
const unknown = wanted.filter((word) => !names.includes(word))
if (unknown.length > 0) refuse(`unknown: ${unknown.join(', ')}; known: ${names.join(', ')}`)
if (page !== undefined && (quick || wanted.length > 0))
  refuse('--page needs a full run: npm run bench -- --page docs/what-was-tested.md')
if (against !== undefined && (page !== undefined || wanted.length > 0))
  refuse('--against compares two builds: give neither names nor --page')

const removeFolder = ownTemporaryFolder()
process.on('exit', () => removeFolder?.())
// An answer that was not expected is thrown where it is read, which is in an event of a socket.
process.on('uncaughtException', (error) => {
  console.error(error)
  process.exit(1)
})

buildWhenStale()
const outcomes: Outcome[] = []
if (against !== undefined) outcomes.push(await runBenchmark('against', async () => compareWith(against)))
else
  for (const name of wanted.length > 0 ? wanted : names) {
    const { href } = new URL(`${name}.ts`, folder)
    outcomes.push(await runBenchmark(name, async () => ((await import(href)) as { bench: Bench }).bench))
  }

const { text, exitCode } = verdict(outcomes, quick)
console.log(`\n${table(outcomes)}\n\n${text}`)
process.exitCode = exitCode
if (page !== undefined) {
  const [{ model }, { length }] = [cpus()[0] ?? { model: 'unknown' }, cpus()]
  const run = { node: process.version, cpu: model, cpus: length, outcomes }
  writeFileSync(page, withSpeed(readFileSync(page, 'utf8'), run))
}

async function runBenchmark(name: string, load: () => Promise<Bench>): Promise<Outcome> {
  let about = ''
  try {
    const bench = await load()
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
