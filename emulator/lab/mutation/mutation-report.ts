import { listFew } from '../../engine/checking/list-few.ts'
import { findSentence } from '../../contract/find-sentence.ts'
import { contractStamp } from '../../contract/stamp.ts'
import { plural } from '../../engine/checking/plural.ts'
import type { ReportCase, ReportFinding, Report, CaseVerdict } from '../../scenario/reports/report.ts'
import { countScore, survivorsIn, type MutantOutcome, type MutantStatus, type MutationReport } from './report.ts'

/** Texts of the report beside the outcomes. */
export interface MutationContext {
  /** The command line or the scenarios that were run. */
  readonly subject: string
  /** The line that runs one mutant again. */
  readonly rerun: (outcome: { readonly id: string; readonly files?: readonly string[] }) => string
  /** Names each mutant that was noticed, and the test that noticed it. */
  readonly showsKilled?: boolean
}

/** Title of the report, and name of its section. */
export const mutantsTitle = (subject: string): string => `mutants of ${subject}`

/** The report of mutants: a finding for each survivor, a case for each mutant. */
export function reportMutation(report: MutationReport, context: MutationContext): Report {
  const { outcomes } = report
  const cases = outcomes.map((outcome) => mutantCase(outcome, context))
  const remarks = [...(context.showsKilled === true ? killedLines(outcomes) : []), ...lateLines(outcomes)]
  return {
    title: mutantsTitle(context.subject),
    sections: [{ name: mutantsTitle(context.subject), verdict: 'passed', cases }],
    findings: survivorsIn(report).map((outcome) => survivor(outcome, context)),
    ...(remarks.length > 0 && { remarks }),
    summary: scoreLine(report),
    document: { contract: contractStamp(), score: countScore(report), mutants: outcomes },
  }
}

/** One line for each mutant that was noticed: `killed: user.has-name: a.test.ts > says who it is (expected …)`. */
function killedLines(outcomes: readonly MutantOutcome[]): string[] {
  return outcomes
    .filter(({ status }) => status === 'killed')
    .map(({ id, by, noticedBy = [], noticed = '' }) => {
      const [why = ''] = noticed.split('\n', 1)
      const who = by ?? (noticedBy.length > 0 ? listTests(noticedBy) : undefined)
      return `killed: ${id}: ${who === undefined ? why : why === '' ? who : `${who} (${why})`}`
    })
}

function lateLines(outcomes: readonly MutantOutcome[]): string[] {
  const late = outcomes.filter(({ status }) => status === 'timeout').map(({ id }) => id)
  return late.length === 0 ? [] : [`did not end in time, which is no proof that they were noticed: ${late.join(', ')}`]
}

const verdicts: Readonly<Record<MutantStatus, readonly [verdict: CaseVerdict, message?: string]>> = {
  killed: ['passed'],
  survived: ['failed'],
  timeout: ['failed', 'the run did not end in time'],
  accepted: ['skipped', 'survives, and is accepted'],
  unmet: ['skipped', 'no test exercised its clause'],
  unshown: ['skipped', 'no answer of the tests differed'],
  undecided: ['skipped', 'there was no time to try it'],
}

export function mutantCase(outcome: MutantOutcome, { rerun }: Pick<MutationContext, 'rerun'>): ReportCase {
  const { id, clause, breaks, status, metBy } = outcome
  const [verdict, message = `no test failed although the emulator ${breaks}`] = verdicts[status]
  return {
    name: id,
    group: clause.split('.')[0]!,
    verdict,
    word: status,
    about: `The emulator ${breaks}.`,
    message,
    ...(verdict === 'failed' && {
      type: status,
      details: [findSentence(clause), `Exercised by: ${listTests(metBy)}`, `Again: ${rerun(outcome)}`],
    }),
  }
}

function survivor(outcome: MutantOutcome, { rerun }: MutationContext): ReportFinding {
  const { id, clause, breaks, metBy, files: [file] = [] } = outcome
  return {
    level: 'warning',
    kind: 'survived',
    title: id,
    file,
    lines: [
      `The specification: ${findSentence(clause)}`,
      `Survived: no test failed although the emulator ${breaks}.`,
      `Exercised it, and passed: ${listTests(metBy)}`,
      `Again: ${rerun(outcome)}`,
    ],
  }
}

/** One line with the numbers of noticed, tried and untried mutants. */
function scoreLine(report: MutationReport): string {
  const { killed, survived, timeout, accepted, unmet, unshown, undecided } = countScore(report)
  const tried = killed + survived + timeout
  return [
    `${killed} of ${plural(tried, 'mutant')} noticed, ${timeout > 0 ? `${timeout} timed out, ` : ''}${survived} missed`,
    ...(unshown > 0 ? [`${unshown} changed no answer`] : []),
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(undecided > 0 ? [`${undecided} not tried`] : []),
    `${unmet} more ${unmet === 1 ? 'is' : 'are'} on clauses that your tests never reach`,
  ].join('. ')
}

const listTests = (names: readonly string[]): string => listFew(names) || 'a test without a name'
