import type { ContractStamp } from '../../../contract/stamp.ts'
import { refusalCode } from '../../../engine/journal/facts.ts'
import type { KeptExchange } from '../../../engine/journal/entry.ts'
import { plural } from '../../../engine/checking/plural.ts'
import type { Report } from '../../../scenario/reports/report.ts'
import type { TogetherVerdict } from './judge.ts'

/** A call of a schedule, as a ladder shows it. */
export interface LadderStep {
  /** Name of the copy or companion. */
  readonly copy: string
  /** `GET /orgs/acme`, `workflow.list_sessions`. */
  readonly call: string
  readonly status: number | null
  readonly error: string | null
}

/** A thing that copies of a client do together, and not one after the other. */
export interface TogetherFinding {
  /** Name for `accept`: `doubled-record api_keys`. */
  readonly id: string
  readonly verdict: TogetherVerdict
  /** One line for each difference from the nearest serial order. */
  readonly because: readonly string[]
  /** Order of the calls, for `case`: the number of the member that asks, for each call (`1-2-2-1`). */
  readonly schedule: string
  readonly steps: readonly LadderStep[]
  /** Sentences by which the service would refuse the second of two writes, where the contract has one. */
  readonly prevents: readonly string[]
  /** Number of orders that show it. */
  readonly orders: number
}

/** Findings apart from those that were accepted beforehand. */
export interface Sorted<Finding> {
  readonly findings: readonly Finding[]
  readonly accepted: readonly Finding[]
  /** Accepted findings that did not occur. */
  readonly stale: readonly string[]
}

export function sortFindings<Finding extends { readonly id: string }>(
  found: readonly Finding[],
  accept: readonly string[] = [],
): Sorted<Finding> {
  return {
    findings: found.filter(({ id }) => !accept.includes(id)),
    accepted: found.filter(({ id }) => accept.includes(id)),
    stale: accept.filter((id) => found.every((each) => each.id !== id)),
  }
}

/** Report of `explore` with `copies` or `beside`. */
export interface TogetherReport extends Sorted<TogetherFinding> {
  readonly contract: ContractStamp
  readonly subject: string
  readonly members: readonly string[]
  /** Orders of the calls of a serial run; those that were tried. The others are equal to one of those, but for `left`. */
  readonly orders: { readonly of: number; readonly tried: number; readonly unrepeated: number }
  /** True if the budget ended the work before all orders were tried. */
  readonly isCut: boolean
  readonly notes: readonly string[]
}

/** The reason why it fails: its findings, or that no order was tried. Undefined where it succeeds. */
export function describeFailure({ findings, orders }: Pick<TogetherReport, 'findings' | 'orders'>): string | undefined {
  if (findings.length > 0) return plural(findings.length, 'finding')
  return orders.tried > 0 ? undefined : 'no order was tried within --budget, so nothing can be said of them'
}

const words: Readonly<Record<TogetherVerdict, string>> = {
  'doubled-record': 'one record more than after any serial order',
  'lost-update': 'a write is gone that every serial order keeps',
  'not-serial': 'the records are those of no serial order',
  'wrong-output': 'the outputs are those of no serial order',
  crashed: 'a client crashes, as in no serial order',
  hung: 'all wait, or repeat themselves, and nothing is due',
}

/** Report of what copies do together, for every reporter. */
export function reportTogether(report: TogetherReport, rerun?: (schedule: string) => string): Report {
  const { subject, members, orders, findings, accepted, isCut } = report
  const equal = orders.of - orders.tried
  return {
    title: `${subject}, ${members.length} at once`,
    sections: [],
    findings: findings.map((each) => showFinding(each, words[each.verdict], members, rerun?.(each.schedule))),
    overview: [],
    remarks: report.notes.map((note) => `note: ${note}`),
    summary: [
      `${plural(orders.tried, 'order')} of ${members.length} clients' calls tried${isCut ? ' before the budget was over' : ''}`,
      ...(equal > 0 && !isCut ? [`${equal} left out as equal to one of them`] : []),
      ...(orders.unrepeated > 0 ? [`${orders.unrepeated} left out because a run did not repeat its beginning`] : []),
      plural(findings.length, 'finding'),
      ...(accepted.length > 0 ? [`${accepted.length} accepted`] : []),
    ].join(', '),
    document: report,
  }
}

/** A finding as reporters show it: with its ladder, one column for each of `columns`. */
export function showFinding(
  {
    verdict,
    because,
    steps,
    prevents = [],
  }: Pick<TogetherFinding, 'verdict' | 'because' | 'steps'> & {
    readonly prevents?: readonly string[]
  },
  title: string,
  columns: readonly string[],
  again: string | undefined,
): NonNullable<Report['findings']>[number] {
  const isAboutRecords = !verdict.startsWith('wrong') && verdict !== 'crashed' && verdict !== 'hung'
  return {
    level: 'error',
    kind: verdict,
    title,
    lines: [
      ...formatLadder(steps, columns).map((line) => `  ${line}`),
      ...(isAboutRecords ? ['records in the world, extra (+) or missing (-):'] : []),
      { quote: because.slice(0, 6).join('\n') },
      ...prevents,
      ...(again === undefined ? [] : [`again: ${again}`]),
    ],
  }
}

/** A call as a step of a ladder. */
export function readStep(call: KeptExchange): LadderStep {
  const { via, unit, request, response, copy } = call
  return {
    copy: copy ?? '',
    call: via === 'socket' ? (unit?.id ?? 'a call') : `${request.method} ${request.url.replace(/^\/v1/, '')}`,
    status: response?.status ?? null,
    error: refusalCode(call),
  }
}

/** Most characters of a column. */
const COLUMN = 56

/** A schedule with one column for each member, from top to bottom. */
function formatLadder(steps: readonly LadderStep[], members: readonly string[]): string[] {
  const cell = ({ call, status, error }: LadderStep) => `${call}  ${error ?? status ?? 'no answer'}`
  const width = Math.min(COLUMN, Math.max(...steps.map((step) => cell(step).length), 8)) + 2
  return [
    members
      .map((name) => name.padEnd(width))
      .join('')
      .trimEnd(),
    ...steps.map((step) => ' '.repeat(width * members.indexOf(step.copy)) + cell(step)),
  ]
}
