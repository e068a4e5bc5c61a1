import { listFew } from '../../engine/checking/list-few.ts'
import { plural } from '../../engine/checking/plural.ts'
import { shortened } from '../../contract/shortened.ts'
import type { ReportCase, ReportFinding, Report } from '../../scenario/reports/report.ts'
import { openQuestions, shownQuestions, type Question, type QuestionsReport } from './report.ts'

interface QuestionsContext {
  /** The command line that repeats the run with an alternative; undefined if there is none. */
  readonly formatRerun?: (alternative: string) => string
}

/**
 * Converts a report for the report writers: a finding for each question that matters, the most important first; a case
 * for each question that was tried.
 */
export function reportQuestions(report: QuestionsReport, context: QuestionsContext = {}): Report {
  const open = openQuestions(report)
  const title = questionsAbout(report.subject)
  return {
    title,
    sections: [{ name: report.subject, verdict: 'passed', cases: report.questions.map(questionCase) }],
    ...(open.length > 0 && { overview: [heading(open.length)] }),
    findings: open.map((question, n) => questionFinding(question, n + 1, context)),
    remarks: report.left.length === 0 ? [] : [`not tried, for lack of time: ${report.left.join(', ')}`],
    summary: summaryLine(report),
    document: report,
  }
}

/** Title of the report. */
export const questionsAbout = (subject: string): string => `Questions about ${subject}`

const heading = (count: number): string =>
  count === 1
    ? '1 open question matters to this client; ask the owners of the service:'
    : `${count} open questions matter to this client; ask the owners of the service, in this order:`

function questionFinding(question: Question, number: number, { formatRerun }: QuestionsContext): ReportFinding {
  const { alternative, assumption, asks, assumes, otherwise, effect, difference, tests } = question
  return {
    level: 'error',
    kind: `${number}. ${effect}`,
    title: asks,
    lines: [
      `If so: ${otherwise}`,
      `Then the client ${difference}`,
      ...(tests.length === 0 ? [] : [`Tests: ${listFew(tests)}`]),
      `We assume (${assumption}): ${shortened(assumes, MAX_ASSUMED)}`,
      ...(formatRerun === undefined ? [] : [`Again: ${formatRerun(alternative)}`]),
    ],
  }
}

const MAX_ASSUMED = 240

export function questionCase(question: Question): ReportCase {
  const {
    alternative: name,
    assumption: group,
    asks,
    otherwise: about,
    matters,
    shown,
    accepted,
    effect,
    difference,
  } = question
  if (!shown) return { name, group, verdict: 'skipped', word: 'not shown', about, message: 'it changed no answer' }
  if (!matters) return { name, group, verdict: 'passed', word: 'does not matter', about }
  if (accepted === true)
    return { name, group, verdict: 'skipped', word: 'accepted', about, message: 'matters, but was accepted beforehand' }
  return {
    name,
    group,
    verdict: 'failed',
    word: effect!,
    about,
    type: effect!,
    message: asks,
    details: [`If so: ${about}`, `Then the client ${difference}`],
  }
}

/** Counts of the questions that were tried, which add up, then of the others. */
function summaryLine(report: QuestionsReport): string {
  const { questions, settled, notMet, left } = report
  const unshown = questions.length - shownQuestions(report).length
  const accepted = questions.filter((each) => each.accepted === true).length
  const matter = openQuestions(report).length
  const others = questions.length - matter - accepted - unshown
  const tried = [
    matter === 0 ? 'none matters' : matter === 1 ? '1 matters' : `${matter} matter`,
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(others > 0 && matter + accepted > 0 ? [others === 1 ? '1 does not matter' : `${others} do not matter`] : []),
    ...(unshown > 0 ? [`${unshown} changed no answer`] : []),
  ]
  const untried = [
    ...(settled.length > 0 ? [`${settled.length} answered by facts`] : []),
    ...(left.length > 0 ? [`${left.length} not tried`] : []),
    `${notMet} about what the client did not ask`,
  ]
  return `${plural(questions.length, 'question')} tried: ${tried.join(', ')}; ${untried.join(', ')}`
}
