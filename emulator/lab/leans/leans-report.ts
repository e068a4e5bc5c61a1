import { plural } from '../../engine/checking/plural.ts'
import type { ReportCase, Report } from '../../scenario/reports/report.ts'
import { describeStatement } from './changes.ts'
import type { LeanFile, TriedChange } from './lean-file.ts'
import { findStatement } from './may-change.ts'

/** Words for a statement that was met, the first that applies. */
const words = ['leaned on', 'not asked', 'not noticed', 'not shown', 'cannot be asked'] as const
type StatementWord = (typeof words)[number]

/** Title of the report. */
export const leansTitle = (subject: string): string => `What ${subject} leans on`

/** A change as it was tried. */
export function changeCase({ id: name, noticedBy, isShown }: TriedChange): ReportCase {
  const word: StatementWord = noticedBy.length > 0 ? 'leaned on' : isShown ? 'not noticed' : 'not shown'
  return { name, verdict: 'passed', word, ...(noticedBy.length > 0 && { tests: noticedBy }) }
}

/** The report: a case for each statement that was met, a line for each test. */
export function reportLeans(lean: LeanFile, changes: readonly TriedChange[]): Report {
  const { subject, statements, leansOn, notAsked } = lean
  const found = listStatements(lean)
  const count = (word: StatementWord): number => found.filter((each) => each.word === word).length
  const others = words.slice(1).flatMap((word) => (count(word) === 0 ? [] : [`${count(word)} ${word}`]))
  const head = `${subject} leans on ${count('leaned on')} of the ${plural(statements.met, 'statement')} that it meets`
  return {
    title: leansTitle(subject),
    sections: [{ name: subject, verdict: 'passed', cases: found.map(makeCase) }],
    overview: Object.entries(leansOn).flatMap(([test, ids], n) => [
      ...(n === 0 ? ['A change of one of these statements is noticed:'] : []),
      `  ${test}: ${statementsIn(ids).join(', ')}`,
    ]),
    findings: [],
    remarks:
      notAsked.length === 0
        ? []
        : [`${plural(notAsked.length, 'change')} not asked, for lack of time: whether it leans on them is not known`],
    summary: [
      `${head}${others.length === 0 ? '' : ` (${others.join(', ')})`}`,
      `${statements.of - statements.met} it never meets`,
    ].join('; '),
    document: { ...lean, changes },
  }
}

const statementsIn = (ids: readonly string[]): string[] => [...new Set(ids.map(findStatement))]

interface MetStatement {
  readonly statement: string
  readonly word: StatementWord
  readonly tests: readonly string[]
}

function listStatements({ leansOn, notAsked, unnoticed, unshown, notAskable }: LeanFile): MetStatement[] {
  const lists = [Object.values(leansOn).flat(), notAsked, unnoticed, unshown, notAskable].map(statementsIn)
  return [...new Set(lists.flat())].toSorted().map((statement) => ({
    statement,
    word: words[lists.findIndex((list) => list.includes(statement))]!,
    tests: Object.entries(leansOn).flatMap(([test, ids]) => (statementsIn(ids).includes(statement) ? [test] : [])),
  }))
}

function makeCase({ statement: name, word, tests }: MetStatement): ReportCase {
  const about = describeStatement(name)
  if (word === 'not asked' || word === 'cannot be asked')
    return { name, verdict: 'skipped', word, about, message: word }
  return { name, verdict: 'passed', word, about, ...(tests.length > 0 && { tests }) }
}
