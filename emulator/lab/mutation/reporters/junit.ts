import { escapedMarkup as escaped } from '../../../engine/checking/markup.ts'
import { scoreOf, type MutantOutcome, type MutationReport } from '../report.ts'
import { sentenceOf, shortList, type Told } from './told.ts'

/** One test case for each mutant: a survivor and a run without an end are failures, what was not tried or is known is skipped. */
export function mutationJunit(report: MutationReport, told: Told): string {
  const { survived, timeout, accepted, unmet, undecided } = scoreOf(report)
  const cases = report.outcomes.map((outcome) => {
    const group = outcome.clause.split('.')[0]!
    return `<testcase classname="${escaped(group)}" name="${escaped(outcome.id)}">${verdictOf(outcome, told)}</testcase>`
  })
  const counts = `tests="${cases.length}" failures="${survived + timeout}" skipped="${accepted + unmet + undecided}"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites><testsuite name="${escaped(`mutants of ${told.subject}`)}" ${counts}>\n${cases.join('\n')}\n</testsuite></testsuites>\n`
}

const skipped: Readonly<Partial<Record<MutantOutcome['status'], string>>> = {
  accepted: 'survives, and is accepted',
  unmet: 'nothing met its clause',
  undecided: 'there was no time to try it',
}

function verdictOf(outcome: MutantOutcome, { rerun }: Told): string {
  const { status, clause, breaks, metBy } = outcome
  const why = skipped[status]
  if (why !== undefined) return `<skipped message="${escaped(why)}"/>`
  if (status === 'killed') return ''
  const message = status === 'timeout' ? 'the run did not end in time' : `nobody noticed that the emulator ${breaks}`
  return `<failure type="${status}" message="${escaped(message)}">${escaped(`${sentenceOf(clause)}\nMet by: ${shortList(metBy)}\nAgain: ${rerun(outcome)}`)}</failure>`
}
