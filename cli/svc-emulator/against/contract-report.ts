import { changeKinds, describeChange, type SentenceChange } from '../../../emulator/contract/changes.ts'
import { formatStamp } from '../../../emulator/contract/stamp.ts'
import { groupBy } from '../../../emulator/engine/checking/counts.ts'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import type { ReportFinding, Report } from '../../../emulator/scenario/reports/report.ts'
import type { MutantOutcome } from '../../../emulator/lab/mutation/report.ts'
import type { Contract } from './read-contract.ts'

/** Changes from one contract to a newer one. */
export interface ContractChanges {
  readonly from: Contract['stamp']
  readonly to: Contract['stamp']
  readonly clauses: readonly SentenceChange[]
  readonly assumptions: readonly SentenceChange[]
}

/** Tests that rest on a sentence. */
interface Impact {
  /** Tests that met it, test files if their tests are not known, or the command of a client. */
  readonly met: readonly string[]
  /** Tests that fail when it is broken. */
  readonly noticing: readonly string[]
  readonly mutants: readonly Pick<MutantOutcome, 'id' | 'breaks' | 'status'>[]
}

/** The mutants of changed sentences, as a suite was asked about them. */
interface AskedSuite {
  readonly outcomes: readonly MutantOutcome[]
  /** Its command line. */
  readonly subject: string
  /** Ids of a changed sentence in the contract of this release. */
  readonly listOwnIds: (change: SentenceChange) => readonly string[]
}

/**
 * A changelog with a finding for each sentence. With a suite, it lists the tests that met the sentence, and those that
 * notice a breakage. Clauses without a mutant are left out.
 */
export function reportChanges(changes: ContractChanges, asked?: AskedSuite): Report {
  const { from, to, clauses, assumptions } = changes
  const impacts = groupBy(asked?.outcomes ?? [], ({ clause }) => clause)
  const findImpact = (change: SentenceChange): Impact | undefined => {
    const outcomes = (asked?.listOwnIds(change) ?? []).flatMap((id) => impacts.get(id) ?? [])
    return outcomes.length === 0 ? undefined : makeImpact(outcomes, asked!.subject)
  }
  const findings = clauses.map((change) => changeFinding(change, asked && (findImpact(change) ?? 'unbroken')))
  return {
    title: `${formatStamp(from)} to ${formatStamp(to)}`,
    sections: [],
    overview: [`Changes from ${formatStamp(from)} to ${formatStamp(to)}`],
    findings: [...findings, ...assumptions.map((change) => changeFinding(change, undefined))],
    summary: summaryLine(changes),
    document: {
      from,
      to,
      clauses: clauses.map((change) => ({ ...change, ...(asked && { impact: findImpact(change) ?? null }) })),
      assumptions,
      ...(asked && { mutants: asked.outcomes }),
    },
  }
}

function makeImpact(outcomes: readonly MutantOutcome[], subject: string): Impact {
  const noticing = outcomes.flatMap(({ status, noticedBy = [] }) =>
    status === 'killed' && noticedBy.length === 0 ? [subject] : noticedBy,
  )
  const { metBy, status } = outcomes.at(-1)!
  return {
    met: metBy.length > 0 || status === 'unmet' ? metBy : [subject],
    noticing: [...new Set(noticing)],
    mutants: outcomes.map(({ id, breaks, status: each }) => ({ id, breaks, status: each })),
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
