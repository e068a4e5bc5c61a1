import { plural } from '../../engine/checking/plural.ts'
import type { ReportCase, ReportFinding, Report, ReportSection } from '../../scenario/reports/report.ts'
import type { CheckFinding } from './check-finding.ts'
import { countRuns, type CheckReport } from './check.ts'

/** Number of findings that a report for people shows. */
const MOST_SHOWN = 10

/** Title of the report. */
export const checkTitle = (subject: string): string => `Check of ${subject}`

/** Report of a check: the ten gravest findings, what was not asked, and a case for each finding. */
export function reportCheck(report: CheckReport): Report {
  const { subject, findings, asked, remarks } = report
  const more = findings.length - MOST_SHOWN
  const left = asked.flatMap(({ question, counts, left: count, why }) =>
    why !== undefined ? [`${question} (${why})`] : count > 0 ? [`${plural(count, counts)} (${question})`] : [],
  )
  return {
    title: checkTitle(subject),
    sections: [makeSection(report)],
    findings: findings.slice(0, MOST_SHOWN).map(describe),
    remarks: [
      ...(more > 0 ? [`${plural(more, 'finding')} less grave than these: --reporter json has all`] : []),
      ...remarks,
      ...(left.length > 0 ? [`not asked: ${left.join(', ')}`] : []),
    ],
    summary: `${plural(findings.length, 'finding')}; asked: ${countAsked(report)}${sayShare(report)}`,
    document: report,
  }
}

/** The reason why a check fails: its findings, or that no question was asked. Undefined where it succeeds. */
export function describeFailure({ findings, asked }: Pick<CheckReport, 'findings' | 'asked'>): string | undefined {
  if (findings.length > 0) return plural(findings.length, 'finding')
  return asked.some(({ tried }) => tried > 0)
    ? undefined
    : 'nothing was asked within --budget, so nothing can be said of it'
}

const countAsked = ({ asked }: CheckReport): string =>
  asked
    .filter(({ tried }) => tried > 0)
    .map(({ tried, counts }) => plural(tried, counts))
    .join(', ') || 'nothing'

/** Share of all that was asked, so that a short budget is not taken for a good result. */
function sayShare({ asked, budgetForAll }: CheckReport): string {
  const { tried, of } = countRuns(asked)
  if (budgetForAll === undefined) return ''
  return `: ${tried * 2 < of ? 'only ' : ''}${tried} of ${of}, --budget ${budgetForAll} asks all`
}

function describe({ verdict, title, sentence, again }: CheckFinding, n: number): ReportFinding {
  return { level: 'error', kind: `${n + 1}. ${verdict}`, title, lines: [sentence, `Again: ${again}`] }
}

/** A case for each finding, and one for each question that was asked. */
function makeSection({ subject, findings, asked }: CheckReport): ReportSection {
  const failed = findings.map(({ id: name, verdict: type, title: message, because, sentence, again }): ReportCase => ({
    name,
    verdict: 'failed',
    word: type,
    about: message,
    type,
    message,
    details: [because, sentence, `Again: ${again}`].filter((line) => line !== ''),
  }))
  const rows = asked.map(({ question: name, tried, counts, left, why }): ReportCase => {
    const about = `${plural(tried, counts)}${left > 0 ? `, ${left} not asked` : ''}`
    return tried > 0
      ? { name, verdict: 'passed', word: about, about }
      : { name, verdict: 'skipped', about, message: why ?? 'there was nothing to ask' }
  })
  return { name: subject, verdict: failed.length > 0 ? 'failed' : 'passed', cases: [...failed, ...rows] }
}
