import { listFew } from '../../engine/checking/list-few.ts'
import { findSentence } from '../../contract/find-sentence.ts'
import { groupBy } from '../../engine/checking/counts.ts'
import { plural } from '../../engine/checking/plural.ts'
import type { ReportCase, ReportFinding, FindingLine, Report } from '../../scenario/reports/report.ts'
import { groups, type Group } from './fault.ts'
import type { ExperimentReport, ExploreReport, Finding } from './report.ts'

export interface ReportOptions {
  /** Maximum width of the table, as far as names can be shortened. Default 120. */
  readonly columns?: number | undefined
  /** Command line that repeats one experiment; undefined if there is none. */
  readonly rerun?: (id: string) => string
}

/** Report of an exploration: a table of calls by groups of faults, the findings, and a case for each experiment. */
export function reportExploration(report: ExploreReport, options: ReportOptions = {}): Report {
  const { subject, experiments, findings } = report
  const lessons = new Map(findings.flatMap(({ cases, lesson }) => cases.map(({ id }) => [id, lesson])))
  const cases = experiments.map((experiment) => experimentCase(experiment, lessons.get(experiment.id)))
  return {
    title: explorationTitle(subject),
    sections: [{ name: subject, verdict: 'passed', cases }],
    findings: findings.map((finding) => tellFinding(finding, options)),
    overview: table(report, options.columns ?? MAX_COLUMNS),
    remarks: listRemarks(report),
    summary: summaryLine(report),
    document: report,
  }
}

/** Title of the report. */
export const explorationTitle = (subject: string): string => `Exploration of ${subject}`

/** Title of a finding. With `strict`, a run that survived but ignored a failure is one, too. */
export function heading({ verdict }: Pick<Finding, 'verdict'>): string {
  return verdict === 'survived' ? 'ignored-failure' : verdict
}

/** Case of an experiment: failed if a finding contains it. `lesson` is taken from the finding. */
export function experimentCase(experiment: ExperimentReport, lesson: string | undefined): ReportCase {
  const { id: name, group, what: about, verdict, because, reached, order = [] } = experiment
  if (lesson !== undefined) {
    const type = heading(experiment)
    const details = [...order, because, lesson]
    return { name, group, verdict: 'failed', word: type, about, type, message: `${type}: ${about}`, details }
  }
  const missed = verdict === 'survived' && !reached
  if (missed) return { name, group, verdict: 'skipped', word: 'not reached', about, message: MISSED }
  return { name, group, verdict: 'passed', word: verdict, about }
}

const MISSED = 'the run did not reach its fault'

function tellFinding(finding: Finding, { rerun }: ReportOptions): ReportFinding {
  const { verdict, what, because, lesson, clauses, cases, of, faults } = finding
  const [first] = cases as [ExperimentReport]
  const ways = [...new Set(cases.map((each) => each.what))].filter((way) => way !== what)
  const lines: FindingLine[] = [
    ...(ways.length === 0 ? [] : [`also when ${listFew(ways, MOST_NAMED)}`]),
    ...(faults.length < 2 ? [] : [`the same difference with ${faults.join(', ')}`]),
    `at ${listFew(listPlaces(finding), MOST_NAMED)} (${cases.length} of ${of} experiments)`,
    ...(first.order === undefined ? [] : ['in this order:', ...first.order.map((line, n) => `  ${n + 1}. ${line}`)]),
    ...(verdict === 'wrong-world' ? ['records in the world, extra (+) or missing (-):'] : []),
    { quote: because },
    lesson,
    ...clauses.map((clause) => `${clause}: ${findSentence(clause)}`),
    ...(rerun === undefined ? [] : [`again: ${rerun(first.id)}`]),
  ]
  return { level: 'error', kind: heading(finding), title: what, lines }
}

/** Calls that show a finding, without duplicates. */
function listPlaces({ cases }: Finding): string[] {
  return [...new Set(cases.map(({ point }) => point ?? WHOLE))]
}

/** Notes, masked paths, and experiments that were not run. */
function listRemarks({ notes, masks, left }: ExploreReport): string[] {
  const skipped = Object.entries(left).map(([group, count]) => `${count} ${group}`)
  return [
    ...notes.map((note) => `note: ${note}`),
    ...(masks.length > 0 ? [`not compared, because two runs without a fault differ there: ${masks.join(', ')}`] : []),
    ...(skipped.length > 0 ? [`not run, for lack of time: ${skipped.join(', ')}`] : []),
  ]
}

/** Last line: the number of experiments by outcome. One that did not reach its fault does not count as survived. */
function summaryLine({ experiments, points, findings, accepted }: ExploreReport): string {
  const survived = experiments.filter(({ verdict, reached }) => verdict === 'survived' && reached).length
  const missed = experiments.filter(({ verdict, reached }) => verdict === 'survived' && !reached).length
  const reported = experiments.filter(({ verdict }) => verdict === 'reported').length
  return [
    `${plural(experiments.length, 'experiment')} at ${plural(points.length, 'call')}: ${survived} survived`,
    `${reported} reported`,
    ...(missed > 0 ? [`${missed} did not reach their fault`] : []),
    plural(findings.length, 'finding'),
    ...(accepted.length > 0 ? [`${accepted.length} accepted`] : []),
  ].join(', ')
}

const MOST_NAMED = 4
const WHOLE = 'the whole run'
const MAX_COLUMNS = 120
/** Characters below which the name of a call would be unreadable. */
const MIN_NAME = 20

/**
 * Table of calls by groups: `.` for survived or reported, `-` if no run reached its fault, else the number of rejected
 * experiments. Empty groups are left out.
 */
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
    `${'findings'.padEnd(width)}${cells(String)}`,
    ...rows.map((row) => `${shortened(row, width).padEnd(width)}${cells((group) => cell(row, group))}`.trimEnd()),
  ]
}

/** Shortens a text in its middle: calls of one unit differ at the end. */
function shortened(text: string, width: number): string {
  if (text.length <= width) return text
  const end = Math.floor((width - 1) / 2)
  return `${text.slice(0, width - 1 - end)}…${text.slice(-end)}`
}
