import { readdirSync } from 'node:fs'
import { setup as buildWhenStale } from '../scripts/test/build-when-stale.ts'
import { setup as ownTemporaryFolder } from '../scripts/test/temporary-folder.ts'
import { holds, type Bench, type Measure } from './harness/measure.ts'

/**
 * `npm run bench -- [--quick] [names…]`: runs the benchmarks and prints each number beside its bound. A missed bound is the exit
 * code 1, but not with `--quick`: what a short run on a busy machine says of speed is worth reading and no verdict.
 */
const quick = process.argv.includes('--quick')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const files = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.ts') && file !== 'run.ts' && !file.includes('.test.'))
const unknown = wanted.filter((name) => !files.includes(`${name}.ts`))
if (unknown.length > 0) {
  console.error(`bench: there is no ${unknown.join(', ')}; there are ${files.map((file) => file.slice(0, -3)).join(', ')}`)
  process.exit(2)
}

process.on('unhandledRejection', (error) => {
  console.error(error)
  process.exit(1)
})

const leaveNothing = ownTemporaryFolder()
process.on('exit', () => leaveNothing?.())

buildWhenStale()
let held = 0
let missed = 0
for (const file of files.filter((name) => wanted.length === 0 || wanted.includes(name.slice(0, -3)))) {
  const { bench } = await import(new URL(file, import.meta.url).href) as { bench: Bench }
  console.log(`\n${bench.name}: ${bench.about}`)
  for (const measure of await bench.run({ quick })) {
    print(measure)
    if (measure.atLeast === undefined && measure.atMost === undefined) continue
    if (holds(measure)) held++
    else missed++
  }
}
process.exitCode = missed > 0 && !quick ? 1 : 0
console.log(`\n${held} bounds held, ${missed} missed`)

function print(measure: Measure): void {
  const { what, value, unit, atLeast, atMost, detail } = measure
  const digits = unit === 'x' ? 3 : value < 10 ? 2 : 0
  const bound = atLeast !== undefined ? `at least ${atLeast}` : atMost !== undefined ? `at most ${atMost}` : ''
  const mark = bound === '' ? ' ' : holds(measure) ? '+' : '-'
  console.log(`  ${mark} ${what.padEnd(62)} ${value.toFixed(digits).padStart(9)} ${unit.padEnd(5)} ${bound.padEnd(14)} ${detail ?? ''}`.trimEnd())
}
