/**
 * `npx tsx tests/mutants/run.ts`: makes one edit after another in a copy of this checkout and runs the tests nearest to it, until one fails: those
 * beside the file, in its folder, of what imports it in one step, two, three, those that start no process, all of `npm test`. Prints a table.
 * Exits with 1 if an edit survived.
 *
 * `--sample 10 --seed 1` tries ten of them, for a seed always the same; `--only NAME` tries one; `--last folder` stops after that stage
 * (`stages` in try-edit.ts); `--table FILE` writes the table, after each edit.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chooseEdits, readEdits } from './edits.ts'
import { describeShare, makeTable } from './table.ts'
import { stages } from './try-edit.ts'
import { tryEdits } from './try-edits.ts'

const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
    last: { type: 'string', default: 'all' },
    table: { type: 'string' },
  },
})
const last = stages.find((stage) => stage === values.last)
if (last === undefined) throw new Error(`there is no stage '${values.last}', expected one of ${stages.join(', ')}`)
const all = readEdits()
const unknown = values.only?.find((name) => all.every((edit) => edit.name !== name))
if (unknown !== undefined) throw new Error(`there is no edit '${unknown}' in tests/mutants/edits.yaml`)
const named = all.filter(({ name }) => values.only?.includes(name) ?? true)
const edits = values.sample === undefined ? named : chooseEdits(named, Number(values.sample), Number(values.seed))

const verdicts = await tryEdits(edits, last, (tried) => {
  const { edit, stage, by } = tried.at(-1)!
  console.log(
    `${tried.length}/${edits.length} ${edit.name}: ${by === undefined ? 'SURVIVED' : `${stage}: ${by.file}: ${by.test ?? ''}: ${by.said}`}`,
  )
  if (values.table !== undefined) writeFileSync(values.table, makeTable(tried))
})
console.log(`\n${makeTable(verdicts)}\n${describeShare(verdicts)}`)
process.exitCode = verdicts.every(({ by }) => by !== undefined) ? 0 : 1
