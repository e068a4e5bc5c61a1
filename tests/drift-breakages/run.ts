/**
 * `npx tsx tests/drift-breakages/run.ts`: starts a copy of this emulator with each breakage of breakages.yaml in turn as a server, runs `drift` against it,
 * and prints a table. `--only NAME` tries one; with `--together` those that are named are in one copy. `--save FOLDER` keeps the reports.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readBreakages } from './breakages.ts'
import { judge, tryBreakages, type Outcome } from './try-breakages.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    together: { type: 'boolean', default: false },
    save: { type: 'string' },
  },
})
const all = readBreakages()
const unknown = values.only?.find((name) => all.every((each) => each.name !== name))
if (unknown !== undefined) throw new Error(`there is no breakage '${unknown}' in tests/drift-breakages/breakages.yaml`)
const chosen = all.filter(({ name }) => values.only?.includes(name) ?? true)
const counts = new Map<Outcome, number>()
await tryBreakages(values.together ? [chosen] : chosen.map((each) => [each]), (tried) => {
  const { breakages, findings, report, seconds } = tried
  for (const breakage of breakages) {
    const outcome = judge(tried, breakage)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    const found = findings.map(({ id, oneOf = [] }) => `${id}${oneOf.length > 1 ? ` (+${oneOf.length - 1})` : ''}`)
    console.log(`| ${breakage.name} | ${breakage.breaks} | ${outcome} | ${found.join(', ')} | ${seconds} s |`)
  }
  if (values.save === undefined) return
  mkdirSync(values.save, { recursive: true })
  writeFileSync(
    join(values.save, `${breakages.map(({ name }) => name).join('+') || 'none'}.json`),
    JSON.stringify(report, undefined, 1),
  )
})
console.log([...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', '))
