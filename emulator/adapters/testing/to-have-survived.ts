import type { ExploreReport } from '../../lab/explore/report.ts'
import { reportExploration } from '../../lab/explore/explore-report.ts'
import { writeReport } from '../../scenario/reports/write-report.ts'
import type { MatcherOutcome } from './matchers.ts'

/** Expects an exploration without findings; the message is its report. */
export function toHaveSurvived(received: unknown): MatcherOutcome {
  if (!isReport(received)) {
    throw new TypeError(
      `toHaveSurvived: expected the report of an exploration, got ${received === null ? 'null' : received instanceof Promise ? 'a promise (await it)' : typeof received}`,
    )
  }
  const text = writeReport('pretty', reportExploration(received))
  return {
    pass: received.findings.length === 0,
    message: () =>
      `${received.subject} ${received.findings.length === 0 ? 'survived, which was not expected' : 'did not survive'}\n\n${text}`,
  }
}

function isReport(value: unknown): value is ExploreReport {
  const { findings, experiments } = (value ?? {}) as Partial<ExploreReport>
  return Array.isArray(findings) && Array.isArray(experiments)
}
