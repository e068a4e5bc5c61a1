import { listFew } from '../../engine/checking/list-few.ts'
import { shortened } from '../../contract/shortened.ts'
import { findSentence } from '../../contract/find-sentence.ts'
import { countValues } from '../../engine/checking/counts.ts'
import { plural } from '../../engine/checking/plural.ts'
import type { ReportCase, ReportFinding, FindingLine, Report, CaseVerdict } from '../../scenario/reports/report.ts'
import type { DriftClause, DriftReport, DriftVerdict, ReportedAnswer } from './drift-report.ts'
import type { Fact } from '../../host/facts/facts.ts'

/** Converts a drift report for the report writers: a finding for each contradicted sentence, a case for each clause. */
export function reportDrift(report: DriftReport): Report {
  const { target, facts, leftOut, leftBehind, ill } = report
  return {
    title: `Drift of ${target}`,
    sections: [{ name: target, verdict: 'passed', cases: [...describeIll(ill), ...report.clauses.map(describeCase)] }],
    findings: [
      ...(ill === undefined ? [] : [{ level: 'error', kind: 'ill', title: ill, lines: [] } as const]),
      ...report.clauses.filter(isFirst).map(describeFinding),
    ],
    remarks: [
      countVerdicts(report),
      ...listPartly(report),
      ...listUndecided(report),
      ...listFacts(facts),
      ...leftOut.map((line) => `left out: ${line}`),
      ...leftBehind.map((line) => `left behind at the target: ${line}`),
    ],
    summary: summarize(report),
    document: report,
  }
}

/** A case that fails: the question could not be asked. */
function describeIll(ill: string | undefined): ReportCase[] {
  if (ill === undefined) return []
  return [{ name: 'the service', group: 'service', verdict: 'failed', type: 'ill', message: ill, details: [ill] }]
}

/** True for the likeliest of several clauses that explain one difference: they are one finding. */
function isFirst({ id, verdict, oneOf }: DriftClause): boolean {
  return verdict === 'contradicted' && (oneOf === undefined || oneOf[0] === id)
}

function describeFinding({ id, count, oneOf = [], sameAnswer = [], exchange }: DriftClause): ReportFinding {
  const lines: FindingLine[] = [`The specification: ${findSentence(id)}`]
  if (oneOf.length > 1)
    lines.push(
      `Or one of these sentences, which would cause the same difference: ${listFew(oneOf.slice(1), MAX_NAMES)}`,
    )
  if (exchange !== undefined) {
    if (count > 1) lines.push(`Shown by ${count} exchanges, of which this is the first:`)
    lines.push(`Exchange ${exchange.number} (${exchange.probe}), as ${exchange.caller}: ${exchange.request}`)
    if (exchange.body !== undefined) lines.push(`  sent    ${formatValue(exchange.body)}`)
    lines.push(`  target  ${formatAnswer(exchange.target)}`, `  twin    ${formatAnswer(exchange.twin)}`)
    for (const difference of exchange.differences.slice(0, MAX_DIFFERENCES)) lines.push(`  ${difference}`)
    if (sameAnswer.length > 0) lines.push(`The answer also rests on ${listFew(sameAnswer, MAX_NAMES)}`)
    lines.push(`Again: ${exchange.again}`)
  }
  return { level: 'error', kind: 'contradicted', title: id, lines }
}

const MAX_DIFFERENCES = 4
const MAX_VALUE = 300
const MAX_NAMES = 5

function formatAnswer({ status, body }: ReportedAnswer): string {
  return `${status === undefined ? '' : `${status} `}${formatValue(body)}`
}

function formatValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return shortened(text, MAX_VALUE)
}

const outcomes: Readonly<Record<DriftVerdict, CaseVerdict>> = {
  held: 'passed',
  partly: 'passed',
  contradicted: 'failed',
  'not-reached': 'skipped',
  undecided: 'skipped',
}

function describeCase(clause: DriftClause): ReportCase {
  const { id, verdict, reason = 'no probe rests on it' } = clause
  const about = findSentence(id)
  const base = { name: id, group: id.split('.')[0]!, verdict: outcomes[verdict], word: verdict, about }
  if (verdict === 'held') return base
  if (verdict === 'partly') return { ...base, message: describeCases(clause) }
  if (verdict !== 'contradicted') return { ...base, message: `${verdict}: ${reason}` }
  const details = describeFinding(clause).lines.map((line) => (typeof line === 'string' ? line : line.quote))
  return { ...base, type: 'contradicted', message: `the target does not keep: ${about}`, details }
}

function countClauses(report: DriftReport, verdict: DriftVerdict): number {
  return report.clauses.filter((clause) => clause.verdict === verdict).length
}

function countVerdicts(report: DriftReport): string {
  const counts = (['held', 'partly', 'contradicted', 'undecided', 'not-reached'] as const).map(
    (verdict) =>
      `${countClauses(report, verdict)} ${verdict}${verdict === 'contradicted' ? countFindings(report) : ''}`,
  )
  return `${counts.join(', ')} of ${plural(report.clauses.length, 'clause')} of the REST and realtime API`
}

/** The number of findings, if several clauses explain one of them. */
function countFindings(report: DriftReport): string {
  const findings = report.clauses.filter(isFirst).length
  return findings === countClauses(report, 'contradicted') ? '' : ` (in ${plural(findings, 'finding')})`
}

/** A line for each clause with cases that were not asked. */
function listPartly({ clauses: all }: DriftReport): string[] {
  return all.filter(({ verdict }) => verdict === 'partly').map((clause) => `${clause.id}: ${describeCases(clause)}`)
}

/** `held for org and user; blob not asked: partly`. */
function describeCases({ cases }: DriftClause): string {
  const { held, notAsked } = cases ?? { held: [], notAsked: [] }
  const kept = held.length === 0 ? 'held' : `held for ${joinWords(held)}`
  return `${kept}; ${joinWords(notAsked)} not asked: partly`
}

function joinWords(words: readonly string[]): string {
  const [last, ...others] = words.toReversed()
  return others.length === 0 ? String(last) : `${others.toReversed().join(', ')} and ${last}`
}

/** A line for each reason why clauses are undecided, with the number of these clauses. */
function listUndecided({ clauses: all }: DriftReport): string[] {
  const reasons = all.filter(({ verdict }) => verdict === 'undecided').map(({ reason = '' }) => reason)
  return Array.from(countValues(reasons), ([reason, count]) => `undecided, ${plural(count, 'clause')}: ${reason}`)
}

function summarize(report: DriftReport): string {
  const { target, probes, release, contract } = report
  const asked = `${plural(probes, 'exchange')} with ${target}; svc-emulator ${release}, contract ${contract.version}`
  const contradicted = report.clauses.filter(isFirst).length
  if (contradicted > 0) return `${plural(contradicted, 'sentence')} contradicted: ${asked}`
  return `${report.ill === undefined ? 'Nothing contradicted' : 'Not asked to the end'}: ${asked}`
}

/** Lines for a report: one for each fact that differs from the assumption, and counts of the others. */
export function listFacts(facts: readonly Fact[]): string[] {
  const others = facts.filter(({ assumed }) => assumed !== undefined)
  const otherwise = facts.filter(({ alternative }) => alternative !== undefined)
  const ruledOut = facts.filter(({ not }) => not !== undefined)
  const kept = facts.length - others.length - otherwise.length - ruledOut.length
  return [
    ...otherwise.map(
      ({ assumption, alternative, observed, exchange }) =>
        `fact, ${assumption}: otherwise, ${alternative}: ${show(observed)} (${exchange})`,
    ),
    ...others.map(
      ({ assumption, setting, about, observed, assumed, exchange }) =>
        `fact, ${assumption}: ${formatSubject(setting ?? about)}${showIn(setting, observed)}, assumed ${showIn(setting, assumed)} (${exchange})`,
    ),
    ...(kept === 0 ? [] : [`${plural(kept, 'setting')} as assumed`]),
    ...(ruledOut.length === 0 ? [] : [`${plural(ruledOut.length, 'alternative')} to assumptions ruled out`]),
  ]
}

const formatSubject = (subject: string | undefined): string => (subject === undefined ? '' : `${subject} is `)

/** A value with the unit that the name of its setting ends with: `10000 ms`. */
function showIn(setting: string | undefined, value: unknown): string {
  const [, unit] = /_(ms|bytes)$/.exec(setting ?? '') ?? []
  return typeof value === 'number' && unit !== undefined ? `${value} ${unit}` : show(value)
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
