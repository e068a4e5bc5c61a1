import type { ContractStamp } from '../../../contract/stamp.ts'
import { plural } from '../../../engine/checking/plural.ts'
import type { Report } from '../../../scenario/reports/report.ts'
import type { TogetherVerdict } from './judge.ts'
import { describeCase, formatLadder, type LadderStep, type ShownCase } from './ladder.ts'

/** A failure at a call of one of several clients. */
export interface FaultAtCopy {
  /** `1: GET /users/me#1:lost-answer` */
  readonly id: string
  /** `lost-answer` */
  readonly name: string
  readonly what: string
  /** Name of the client whose call meets it, and the call; missing for a failure of the whole run. */
  readonly copy?: string
  readonly call?: string
}

/** A thing that copies of a client do together, and not one after the other. */
export interface TogetherFinding {
  /** Name for `accept`: `doubled-record api_keys`. */
  readonly id: string
  readonly verdict: TogetherVerdict
  /** One line for each difference from the nearest serial order. */
  readonly because: readonly string[]
  /** Order of the calls: the number of the member that asks, for each call (`1-2-2-1`). */
  readonly schedule: string
  /** The failure beside which they do it. Missing if they do it without one. */
  readonly fault?: FaultAtCopy
  /** Value of `case` that shows it again: the order, and the failure. */
  readonly case: string
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

export interface FaultsTried {
  readonly tried: number
  readonly orders: number
}

/** Report of `explore` with `copies` or `beside`. */
export interface TogetherReport extends Sorted<TogetherFinding> {
  readonly contract: ContractStamp
  readonly subject: string
  readonly members: readonly string[]
  /** Orders of the calls of a serial run; those that were tried. The others are equal to one of those, but for `left`. */
  readonly orders: {
    readonly of: number
    readonly tried: number
    readonly unrepeated: number
    /** Orders, also beside failures, in which a client gave up a call that was held. Missing for none. */
    readonly undecided?: number
  }
  /** Failures that were tried, and the orders of calls beside them. Missing where none were asked for. */
  readonly faults?: FaultsTried
  /** With `case`: the run of that order. */
  readonly case?: ShownCase
  /** True if the budget ended the work before all orders were tried. */
  readonly isCut: boolean
  readonly notes: readonly string[]
}

/** The reason why it fails: its findings, or that no order was tried. Undefined where it succeeds. */
export function describeFailure({ findings, orders }: Pick<TogetherReport, 'findings' | 'orders'>): string | undefined {
  if (findings.length > 0) return plural(findings.length, 'finding')
  if (orders.undecided !== undefined) return `${plural(orders.undecided, 'order')} undecided: a client gave up`
  return orders.tried > 0 ? undefined : 'no order was tried within --budget, so nothing can be said of them'
}

const words: Readonly<Record<TogetherVerdict, string>> = {
  'doubled-record': 'one record more than after any serial order',
  'lost-update': 'a write is gone that every serial order keeps',
  'not-serial': 'what they leave is that of no serial order',
  'wrong-output': 'the outputs are those of no serial order',
  crashed: 'a client crashes, as in no serial order',
  hung: 'all wait, or repeat themselves, and nothing is due',
}

/** Report of what copies do together, for every reporter. */
export function reportTogether(report: TogetherReport, rerun?: (id: string) => string): Report {
  const { subject, members, orders, faults, findings, accepted, isCut } = report
  const equal = orders.of - orders.tried
  return {
    title: `${subject}, ${members.length} at once`,
    sections: [],
    findings: findings.map((each) =>
      showFinding(each, titleFor(each), members, each.schedule === '' ? undefined : rerun?.(each.case)),
    ),
    overview: report.case === undefined ? [] : describeCase(report.case, members, findings.length > 0),
    remarks: report.notes.map((note) => `note: ${note}`),
    summary: [
      `${plural(orders.tried, 'order')} of ${members.length} clients' calls tried${isCut ? ' before the budget was over' : ''}`,
      ...(equal > 0 && !isCut ? [`${equal} left out as equal to one of them`] : []),
      ...(orders.unrepeated > 0 ? [`${orders.unrepeated} left out because a run did not repeat its beginning`] : []),
      ...(orders.undecided === undefined ? [] : [`${orders.undecided} undecided`]),
      ...(faults === undefined
        ? []
        : [`${plural(faults.orders, 'order')} with one of ${plural(faults.tried, 'failure')}`]),
      plural(findings.length, 'finding'),
      ...(accepted.length > 0 ? [`${accepted.length} accepted`] : []),
    ].join(', '),
    document: report,
  }
}

function titleFor({ verdict, fault }: TogetherFinding): string {
  return fault === undefined ? words[verdict] : `${words[verdict]} with this failure (${fault.name})`
}

/** The failure with its call and its client. */
function describeFault({ what, copy, call }: FaultAtCopy): string {
  return copy === undefined ? what : `at ${call} of ${copy}: ${what}`
}

const nameDiffering = (because: readonly string[]): string =>
  because.every((line) => /^(?:[+-] HOME|and \d+ more)/.test(line)) ? 'lines of files in HOME' : 'records in the world'

/** A finding as reporters show it: with its ladder, one column for each of `columns`. */
export function showFinding(
  {
    verdict,
    because,
    steps,
    prevents = [],
    fault,
  }: Pick<TogetherFinding, 'verdict' | 'because' | 'steps' | 'fault'> & Partial<Pick<TogetherFinding, 'prevents'>>,
  title: string,
  columns: readonly string[],
  again: string | undefined,
): NonNullable<Report['findings']>[number] {
  const isAboutRecords = !['wrong-output', 'crashed', 'hung'].includes(verdict)
  return {
    level: 'error',
    kind: verdict,
    title,
    lines: [
      ...(fault === undefined ? [] : [describeFault(fault)]),
      ...formatLadder(steps, columns).map((line) => `  ${line}`),
      ...(isAboutRecords ? [`${nameDiffering(because)}, extra (+) or missing (-):`] : []),
      { quote: because.join('\n') },
      ...prevents,
      ...(again === undefined ? [] : [`again: ${again}`]),
    ],
  }
}
