import { scoreOf, type MutantOutcome, type MutationReport } from './report.ts'

export interface PrettyOptions {
  readonly color: boolean
  /** What a sentence says, by its clause. */
  readonly sentenceOf: (clause: string) => string
  /** The line that runs one mutant again. */
  readonly rerun: (id: string) => string
}

/** The report as text: every survivor with its sentence, then the score. */
export function mutationText(report: MutationReport, options: PrettyOptions): string {
  const { killed, survived, unmet, percent } = scoreOf(report)
  const survivors = report.outcomes.filter(({ status }) => status === 'survived')
  const blocks = survivors.map((outcome) => survivorText(outcome, options))
  const accepted = report.outcomes.filter(({ status }) => status === 'accepted').length
  return [
    ...blocks,
    `${killed} of ${killed + survived} mutants noticed (${percent.toFixed(1)} %), ${survived} not; ${unmet} rest on clauses that nothing met${accepted > 0 ? `; ${accepted} accepted` : ''}`,
    '',
  ].join('\n')
}

function survivorText({ id, clause, breaks, metBy }: MutantOutcome, { color, sentenceOf, rerun }: PrettyOptions): string {
  const strong = (text: string) => (color ? `\u001B[1m${text}\u001B[22m` : text)
  const shown = metBy.slice(0, 3).join(', ')
  const more = metBy.length > 3 ? ` and ${metBy.length - 3} more` : ''
  return [
    `${strong('survived')} ${id}`,
    `  The specification: ${sentenceOf(clause)}`,
    `  Nobody noticed that the emulator ${breaks}.`,
    `  Met, and passed all the same: ${shown}${more}`,
    `  Again: ${rerun(id)}`,
    '',
  ].join('\n')
}
