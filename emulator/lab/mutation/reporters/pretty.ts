import { scoreOf, type MutantOutcome, type MutationReport } from '../report.ts'
import { sentenceOf, shortList, type Told } from './told.ts'

/** The report as text: every survivor with its sentence, what ran out of time, then the score. */
export function mutationText(report: MutationReport, told: Told, color: boolean): string {
  const survivors = report.outcomes.filter(({ status }) => status === 'survived')
  const late = report.outcomes.filter(({ status }) => status === 'timeout')
  return [
    ...survivors.map((outcome) => survivorText(outcome, told, color)),
    ...(late.length === 0
      ? []
      : [`did not end in time, which is no proof that they were noticed: ${late.map(({ id }) => id).join(', ')}`, '']),
    `${scoreText(report)}`,
    '',
  ].join('\n')
}

/** One line: noticed of tried, and what was not tried. */
export function scoreText(report: MutationReport): string {
  const { killed, survived, timeout, accepted, unmet, undecided, percent } = scoreOf(report)
  return [
    `${killed} of ${killed + survived + timeout} mutants noticed (${percent.toFixed(1)} %), ${survived} not${timeout > 0 ? `, ${timeout} without an end` : ''}`,
    `${unmet} rest on clauses that nothing met`,
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(undecided > 0 ? [`${undecided} not tried`] : []),
  ].join('; ')
}

function survivorText(outcome: MutantOutcome, { rerun }: Told, color: boolean): string {
  const { id, clause, breaks, metBy } = outcome
  return [
    `${color ? '\u001B[1msurvived\u001B[22m' : 'survived'} ${id}`,
    `  The specification: ${sentenceOf(clause)}`,
    `  Nobody noticed that the emulator ${breaks}.`,
    `  Met, and passed all the same: ${shortList(metBy)}`,
    `  Again: ${rerun(outcome)}`,
    '',
  ].join('\n')
}
