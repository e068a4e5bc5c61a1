import type { ContractStamp } from '../../../contract/stamp.ts'
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

/** Report of `explore` with `copies` or `beside`. */
export interface TogetherReport {
  readonly contract: ContractStamp
  readonly subject: string
  readonly members: readonly string[]
  /** Orders of the calls of a serial run; those that were tried. The others are equal to one of those, but for `left`. */
  readonly orders: { readonly of: number; readonly tried: number; readonly unrepeated: number }
  /** True if the budget ended the work before all orders were tried. */
  readonly isCut: boolean
  readonly findings: readonly TogetherFinding[]
  readonly accepted: readonly TogetherFinding[]
  /** Accepted findings that did not occur. */
  readonly stale: readonly string[]
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
    findings: findings.map(({ verdict, because, schedule, steps, prevents }) => ({
      level: 'error' as const,
      kind: verdict,
      title: words[verdict],
      lines: [
        ...formatLadder(steps, members).map((line) => `  ${line}`),
        ...(verdict.startsWith('wrong') || verdict === 'crashed' || verdict === 'hung'
          ? []
          : ['records in the world, extra (+) or missing (-):']),
        { quote: because.slice(0, 6).join('\n') },
        ...prevents,
        ...(rerun === undefined ? [] : [`again: ${rerun(schedule)}`]),
      ],
    })),
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
