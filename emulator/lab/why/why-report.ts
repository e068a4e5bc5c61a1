import { plural } from '../../engine/checking/plural.ts'
import type { ReportCase, ReportFinding, Report } from '../../scenario/reports/report.ts'
import { firstLine, type Explained, type Reason, type WhyReport } from './report.ts'

export const whyReporters = ['pretty', 'json', 'junit', 'html', 'github'] as const

/** Reasons that are shown of one test; the rest is counted. */
const SHOWN = 3

/** The report for its writers: a finding for each red test, with its reasons. */
export function reportWhy(report: WhyReport): Report {
  const { failing, subject, tried, left, tookMs = 0, budgetForAll = '10m', knowsStart } = report
  return {
    title: `Why ${subject} fails`,
    sections: [{ name: subject, verdict: 'failed', cases: failing.map((each) => makeCase(each, left)) }],
    findings: failing.map((each) => makeFinding(each, left)),
    remarks: [
      ...(left === 0
        ? []
        : [
            `${plural(left, 'change')} not tried in ${Math.round(tookMs / 1_000)} s: --budget ${budgetForAll} tries all`,
          ]),
      ...(knowsStart
        ? []
        : [
            'triggers, settings, records and keys were not tried: these emulators begin in several ways; name one test',
          ]),
    ],
    summary: `${countExplained(report)} of ${plural(failing.length, 'failure')} explained, ${plural(tried, 'change')} tried`,
    document: report,
  }
}

/** Number of red tests with a reason that is not trivial. */
export function countExplained({ failing }: WhyReport): number {
  return failing.filter(({ reasons }) => reasons.some(({ trivial }) => !trivial)).length
}

function makeFinding(explained: Explained, left: number): ReportFinding {
  const { test, message } = explained
  return {
    level: 'error',
    kind: 'failed',
    title: test === '' ? firstLine(message) : test,
    lines: [...(test === '' ? [] : [firstLine(message)]), ...listReasons(explained, left)],
  }
}

function makeCase(explained: Explained, left: number): ReportCase {
  const { test, message } = explained
  const details = listReasons(explained, left)
  return { name: test || firstLine(message), verdict: 'failed', message: details[0]!, type: 'failed', details }
}

/**
 * The reasons in lines, the likeliest first.
 *
 * @param left number of changes that were not tried
 */
export function listReasons({ reasons, hint }: Explained, left = 0): string[] {
  const shown = reasons.filter(({ trivial }) => !trivial)
  const trivial = reasons.filter((reason) => reason.trivial)
  return [
    ...(shown.length === 0 ? [hint ?? sayNone(left)] : []),
    ...shown.slice(0, SHOWN).flatMap(({ says, rerun }) => [says, ...(rerun === undefined ? [] : [`Again: ${rerun}`])]),
    ...countMore(shown.slice(SHOWN)),
    ...(trivial.length === 0
      ? []
      : [`No reason, because nearly any test passes with it: ${trivial.map(({ id }) => id).join(', ')}`]),
  ]
}

function sayNone(left: number): string {
  return left > 0
    ? 'No reason found among the changes that there was time for: look at the test itself, such as a misspelt field, or give it more time.'
    : 'No reason found in the contract or in its start: look at the test itself, such as a misspelt field.'
}

function countMore(more: readonly Reason[]): string[] {
  if (more.length === 0) return []
  const named = more.map(({ kind, id }) => `${kind} ${id}`).join(', ')
  return [`It passes with ${plural(more.length, 'other change')}, too: ${named}`]
}
