import { groupBy } from '../../../engine/checking/counts.ts'
import { groups, type Group } from '../fault.ts'
import type { ExperimentReport, ExploreReport, Finding } from '../report.ts'
import { summaryLine, heading, listPlaces, listRemarks } from './summary.ts'

export interface PrettyOptions {
  readonly color: boolean
  /** Characters of a line of the table, as far as names can be shortened. Default 120. */
  readonly columns?: number | undefined
  /** The sentence of a clause. */
  readonly findSentence: (clause: string) => string
  /** The line that runs one experiment again; undefined where there is none. */
  readonly rerun?: (id: string) => string
}

/** A table of calls against groups of faults, each finding with what it means, and a last line that counts. */
export function exploreText(report: ExploreReport, options: PrettyOptions): string {
  return [
    ...table(report, options.columns ?? MAX_COLUMNS),
    '',
    ...report.findings.flatMap((finding) => [...findingText(finding, options), '']),
    ...listRemarks(report),
    summaryLine(report),
    '',
  ].join('\n')
}

const MAX_COLUMNS = 120
/** Less of the name of a call says nothing. */
const MIN_NAME = 20

/** `.` for what was survived or reported, `-` where no run came to its fault, the number of rejected experiments otherwise. Groups without experiments are left out. */
function table({ points, experiments, findings }: ExploreReport, columns: number): string[] {
  const rejected = new Set(findings.flatMap(({ cases }) => cases.map(({ id }) => id)))
  const rowName = ({ point }: ExperimentReport) => point ?? WHOLE
  const rows = [...new Set([...points, ...experiments.map(rowName).filter((row) => row !== WHOLE), WHOLE])]
  const tried = new Set(experiments.map(({ group }) => group))
  const shown = groups.filter((group) => tried.has(group))
  const cells = (of: (group: Group) => string) => shown.map((group) => of(group).padStart(group.length + 2)).join('')
  const width = Math.min(
    Math.max(MIN_NAME, columns - cells(() => '').length),
    Math.max(...rows.map(({ length }) => length)),
  )
  const byCell = groupBy(experiments, (each) => `${each.group} ${rowName(each)}`)
  const cell = (row: string, group: string): string => {
    const done = byCell.get(`${group} ${row}`) ?? []
    const bad = done.filter(({ id }) => rejected.has(id)).length
    const good = done.some(({ reached }) => reached) ? '.' : '-'
    return done.length === 0 ? '' : bad === 0 ? good : String(bad)
  }
  return [
    `${''.padEnd(width)}${cells(String)}`,
    ...rows.map((row) => `${within(row, width).padEnd(width)}${cells((group) => cell(row, group))}`.trimEnd()),
  ]
}

const WHOLE = 'the whole run'

/** Both ends of a text: calls of one unit differ in the last. */
function within(text: string, width: number): string {
  if (text.length <= width) return text
  const end = Math.floor((width - 1) / 2)
  return `${text.slice(0, width - 1 - end)}…${text.slice(-end)}`
}

function findingText(finding: Finding, { color, findSentence, rerun }: PrettyOptions): string[] {
  const { verdict, what, because, lesson, clauses, cases, of, faults } = finding
  const strong = (text: string) => (color ? `\u001B[1m${text}\u001B[22m` : text)
  const [first] = cases as [ExperimentReport]
  const ways = [...new Set(cases.map((each) => each.what))].filter((way) => way !== what)
  return [
    `${strong(heading(finding))}: ${what}`,
    ...(ways.length === 0 ? [] : [`  also when ${shown(ways)}`]),
    ...(faults.length < 2 ? [] : [`  the same difference with ${faults.join(', ')}`]),
    `  at ${shown(listPlaces(finding))} (${cases.length} of ${of} experiments)`,
    ...(first.order === undefined
      ? []
      : ['  in this order:', ...first.order.map((line, n) => `    ${n + 1}. ${line}`)]),
    ...(verdict === 'wrong-world' ? ['  records in the world, extra (+) or missing (-):'] : []),
    ...shortened(because).map((line) => `  ${line}`),
    `  ${lesson}`,
    ...clauses.map((clause) => `  ${clause}: ${findSentence(clause)}`),
    ...(rerun === undefined ? [] : [`  again: ${rerun(first.id)}`]),
  ]
}

/** The beginning and the end of what a client printed: a stack trace is long, and Python names the error in its last line. */
function shortened(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.length <= MAX_FIRST + MAX_LAST ? lines : [...lines.slice(0, MAX_FIRST), '…', ...lines.slice(-MAX_LAST)]
}

const [MAX_FIRST, MAX_LAST] = [5, 2] as const

function shown(where: readonly string[]): string {
  const more = where.length - 4
  return more <= 0 ? where.join(', ') : `${where.slice(0, 4).join(', ')} and ${more} more`
}
