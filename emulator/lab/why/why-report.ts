import { plural } from '../../engine/checking/plural.ts'
import { shortened } from '../../contract/shortened.ts'
import type { ReportCase, ReportFinding, Report } from '../../scenario/reports/report.ts'
import type { Explained, WhyReport } from './report.ts'

export const whyReporters = ['pretty', 'json', 'junit', 'html', 'github'] as const

/** Reasons that are shown of one test; the rest is counted. */
const SHOWN = 3
const MAX_MESSAGE = 200

/** The report for its writers: a finding for each red test, with its reasons. */
export function reportWhy(report: WhyReport): Report {
  const { failing, subject, tried, left, knowsStart } = report
  return {
    title: `Why ${subject} fails`,
    sections: [{ name: subject, verdict: 'failed', cases: failing.map(makeCase) }],
    findings: failing.map(makeFinding),
    remarks: [
      ...(left === 0 ? [] : [`${plural(left, 'change')} not tried, for lack of time`]),
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

function makeFinding({ test, message, reasons, ...each }: Explained): ReportFinding {
  return {
    level: 'error',
    kind: 'failed',
    title: test === '' ? firstLine(message) : test,
    lines: [...(test === '' ? [] : [firstLine(message)]), ...listReasons({ test, message, reasons, ...each })],
  }
}

function makeCase(explained: Explained): ReportCase {
  const { test, message } = explained
  const details = listReasons(explained)
  return { name: test || firstLine(message), verdict: 'failed', message: details[0]!, type: 'failed', details }
}

/** The reasons in lines, the likeliest first. */
export function listReasons({ reasons }: Explained): string[] {
  const shown = reasons.filter(({ trivial }) => !trivial)
  const trivial = reasons.filter((reason) => reason.trivial)
  return [
    ...(shown.length === 0 ? ['No reason found in the contract or in its start: look at the test itself.'] : []),
    ...shown.slice(0, SHOWN).flatMap(({ says, rerun }) => [says, ...(rerun === undefined ? [] : [`Again: ${rerun}`])]),
    ...(shown.length > SHOWN
      ? [
          `And ${shown.length - SHOWN} more: ${shown
            .slice(SHOWN)
            .map(({ id }) => id)
            .join(', ')}`,
        ]
      : []),
    ...(trivial.length === 0 ? [] : [`Nearly anything passes with: ${trivial.map(({ id }) => id).join(', ')}`]),
  ]
}

const firstLine = (message: string): string => shortened(message.split('\n', 1)[0]!, MAX_MESSAGE)
