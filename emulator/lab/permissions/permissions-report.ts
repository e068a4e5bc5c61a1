import { findSentence } from '../../contract/find-sentence.ts'
import { plural } from '../../engine/checking/plural.ts'
import type { ReportCase, ReportFinding, Report } from '../../scenario/reports/report.ts'
import { describeGrant, describeGrants, grantKey, isAtMost, type Grant } from './grant.ts'
import type { CallReport, PermissionsReport } from './permissions.ts'

/**
 * Report of a run: a table of its calls, the least keys with the calls that need them, and calls that a service account
 * cannot make.
 *
 * @param subject name of the run: the command line, a file, a URL
 */
export function reportPermissions(report: PermissionsReport, subject: string): Report {
  const { calls, anonymous } = report
  const failed = calls.some(({ exceeds }) => exceeds === true)
  return {
    title: `Permissions of ${subject}`,
    sections: [{ name: subject, verdict: failed ? 'failed' : 'passed', cases: calls.map(callCase) }],
    findings: [...calls.flatMap((call) => exceeded(report, call)), ...leastKey(report), ...perimeter(report)],
    overview: table(calls),
    remarks: anonymous === 0 ? [] : [`${plural(anonymous, 'call')} came without known credentials and took no part`],
    summary: summarize(report),
    document: report,
  }
}

function callCase({ sent, count, needed, because, exceeds }: CallReport): ReportCase {
  const name = count === 1 ? sent : `${sent} (${plural(count, 'call')})`
  const about = `needs ${describeGrants(needed, 'or')}`
  if (exceeds !== true) return { name, verdict: 'passed', word: describeGrants(needed, 'or'), about }
  return { name, verdict: 'failed', about, message: about, details: because === null ? [] : [because.difference] }
}

function exceeded({ at_most: bound }: PermissionsReport, call: CallReport): ReportFinding[] {
  if (call.exceeds !== true) return []
  return [
    {
      level: 'error',
      kind: `needs more than ${describeGrant(bound!)}`,
      title: call.sent,
      lines: [
        `needs ${describeGrants(call.needed, 'or')} (${plural(call.count, 'call')}, entry ${call.entries.slice(0, MAX_LINES).join(', ')})`,
        ...(call.because === null ? [] : [call.because.difference]),
      ],
    },
  ]
}

/** A finding if the run used more than its least keys, with the calls that need these. */
function leastKey(report: PermissionsReport): ReportFinding[] {
  const { needed, set } = report.run
  const used = listUsed(report)
  const isLeast = used.length === 1 && needed.some((grant) => grantKey(grant) === grantKey(used[0]!))
  if (report.calls.length === 0 || (isLeast && set.length === 0)) return []
  const decisive = decisiveCalls(report.calls)
  const statements = new Set(decisive.flatMap(({ because }) => (because?.clauses ?? []).filter(isClauseId)))
  return [
    {
      level: 'warning',
      kind: needed.length === 0 ? 'least keys, no single one is enough' : 'least key',
      title: needed.length === 0 ? describeGrants(set, 'and') : describeGrants(needed, 'or'),
      lines: [
        `used: ${describeGrants(used, 'and')}`,
        ...(needed.length === 0 || set.length === 0
          ? []
          : [`narrower, as ${set.length} keys: ${describeGrants(set, 'and')}`]),
        ...decisive.map((call) => `${call.sent} needs ${describeGrants(call.needed, 'or')}${describeReason(call)}`),
        ...[...statements].slice(0, MAX_LINES).map((id) => `${id}: ${findSentence(id)}`),
      ],
    },
  ]
}

function describeReason({ because }: CallReport): string {
  return because === null ? '' : `: ${because.difference}`
}

function listUsed({ calls }: PermissionsReport): Grant[] {
  return [...new Map(calls.map(({ used }) => [grantKey(used), used])).values()]
}

/** Calls with the greatest least keys: the first call for each. */
function decisiveCalls(calls: readonly CallReport[]): CallReport[] {
  const highest = calls.filter(({ needed: [own] }) =>
    calls.every(({ needed: [other] }) => grantKey(own!) === grantKey(other!) || !isAtMost(own!, other!)),
  )
  const first = new Map(highest.toReversed().map((call) => [grantKey(call.needed[0]!), call]))
  return [...first.values()].toReversed().slice(0, MAX_LINES)
}

const MAX_LINES = 4

function perimeter({ calls }: PermissionsReport): ReportFinding[] {
  const finding = (what: string, refused: readonly CallReport[]): ReportFinding[] => {
    if (refused.length === 0) return []
    const title = `${what} ${refused.length} of ${plural(calls.length, 'kind')} of calls`
    return [{ level: 'warning', kind: 'a service account', title, lines: refused.map(describePerimeter) }]
  }
  const needHuman = calls.filter((call) => call.perimeter !== undefined)
  return [
    ...finding(
      'needed a human for',
      needHuman.filter((call) => call.perimeter!.met === true),
    ),
    ...finding(
      'would be refused',
      needHuman.filter((call) => call.perimeter!.met !== true),
    ),
  ]
}

function describePerimeter({ sent, perimeter: refused }: CallReport): string {
  const { service_account: own, acting_token: acting } = refused!
  const clauses = (own?.clauses ?? []).filter(isClauseId).join(', ')
  const token = acting === undefined ? 'is admitted.' : acting.difference
  return `${sent}: its own key ${own?.difference ?? 'is admitted.'} An acting token ${token}${clauses && ` (${clauses})`}`
}

function table(calls: readonly CallReport[]): string[] {
  const rows = [
    ['calls', 'request', 'used', 'needed'],
    ...calls.map(({ count, sent, used, needed }) => [
      String(count),
      sent,
      describeGrant(used),
      describeGrants(needed, 'or'),
    ]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function summarize(report: PermissionsReport): string {
  const { calls, run, at_most: bound } = report
  const count = calls.reduce((sum, call) => sum + call.count, 0)
  const least = run.needed.length > 0 ? describeGrants(run.needed, 'or') : describeGrants(run.set, 'and')
  const head = count === 0 ? 'no call came with a known key' : `${plural(count, 'call')}: the least key is ${least}`
  if (bound === undefined) return head
  const more = calls.filter(({ exceeds }) => exceeds === true).reduce((sum, call) => sum + call.count, 0)
  return `${head}; ${more === 0 ? 'none needs' : `${more} need${more === 1 ? 's' : ''}`} more than ${describeGrant(bound)}`
}

/** True for a clause. Assumptions have long texts, so the report leaves them to the document. */
function isClauseId(id: string): boolean {
  return !/^A-\d+$/.test(id)
}
