import { changeKinds, describeChange, type SentenceChange } from '../../../emulator/contract/changes.ts'
import { formatStamp } from '../../../emulator/contract/stamp.ts'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import type { ReportFinding, Report } from '../../../emulator/scenario/reports/report.ts'
import type { Impact } from '../../../emulator/lab/mutation/find-impacts.ts'
import type { Contract } from './read-contract.ts'

/** Changes from one contract to a newer one. */
export interface ContractChanges {
  readonly from: Contract['stamp']
  readonly to: Contract['stamp']
  readonly clauses: readonly SentenceChange[]
  readonly assumptions: readonly SentenceChange[]
}

/**
 * A changelog with a finding for each sentence. With a suite, it lists the tests that met the sentence, and those that
 * notice a breakage.
 */
export function reportChanges(changes: ContractChanges, impacts: ReadonlyMap<string, Impact> | undefined): Report {
  const { from, to, clauses, assumptions } = changes
  const findings = clauses.map((change) => changeFinding(change, impacts && (impacts.get(change.id) ?? 'unbroken')))
  return {
    title: `${formatStamp(from)} to ${formatStamp(to)}`,
    sections: [],
    overview: [`Changes from ${formatStamp(from)} to ${formatStamp(to)}`],
    findings: [...findings, ...assumptions.map((change) => changeFinding(change, undefined))],
    summary: summaryLine(changes),
    document: {
      from,
      to,
      clauses: clauses.map((change) => ({ ...change, ...(impacts && { impact: impacts.get(change.id) ?? null }) })),
      assumptions,
    },
  }
}

function changeFinding(change: SentenceChange, impact: Impact | 'unbroken' | undefined): ReportFinding {
  const [head = '', ...lines] = describeChange(change)
  return {
    level: 'warning',
    kind: change.kind,
    title: head.slice(`${change.kind}: `.length),
    lines: [...lines, ...(impact === undefined ? [] : describeImpact(impact))],
  }
}

function describeImpact(impact: Impact | 'unbroken'): string[] {
  if (impact === 'unbroken') return ['tests: this release cannot break it, so that no test can be asked']
  const { met, noticing, mutants } = impact
  if (met.length === 0) return ['tests: none met it']
  const survivors = mutants.filter(({ status }) => status !== 'killed')
  return [
    `met by: ${met.join(', ')}`,
    `would notice: ${noticing.length > 0 ? noticing.join(', ') : survivors.length < mutants.length ? 'the command fails' : 'none'}`,
    ...survivors.map(({ breaks, status }) =>
      status === 'survived' ? `not noticed: the emulator ${breaks}` : `not tried to its end: the emulator ${breaks}`,
    ),
  ]
}

function summaryLine({ clauses, assumptions }: ContractChanges): string {
  if (clauses.length + assumptions.length === 0) return 'no difference: both contracts say the same'
  const breaking = clauses.filter(mayBreak).length
  return [
    ...(clauses.length > 0 ? [countKinds('clause', clauses)] : []),
    ...(assumptions.length > 0 ? [countKinds('assumption', assumptions)] : []),
    ...(breaking > 0 ? [`${breaking} may break a client that relied on them (removed, narrows, changes)`] : []),
  ].join('; ')
}

/** `2 clauses differ (1 removed, 1 added)` */
function countKinds(noun: string, changes: readonly SentenceChange[]): string {
  const counts = changeKinds.map((kind) => [changes.filter((change) => change.kind === kind).length, kind] as const)
  const said = counts.filter(([count]) => count > 0).map(([count, kind]) => `${count} ${kind}`)
  return `${plural(changes.length, noun)} ${changes.length === 1 ? 'differs' : 'differ'} (${said.join(', ')})`
}

/** True for a change that a client which relied on the sentence may not survive. */
function mayBreak({ kind, effect }: SentenceChange): boolean {
  return kind === 'removed' || effect === 'narrows' || effect === 'changes'
}
