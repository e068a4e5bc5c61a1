import type { Judged } from '../../../emulator/explore/exploration.ts'

/** One experiment in full: what was done, the calls that the client made, and what it printed. */
export function caseText({ experiment, run, judgement }: Judged): string {
  const { output, said } = run.outcome
  const printed = (output as { stdout?: unknown } | undefined)?.stdout
  return [
    `${experiment.id}: ${experiment.plans.map(({ what }) => what).join(', then ')}`,
    ...run.entries().map(({ unit, request, response, error, triggers }) => (
      `  ${unit ?? request.url} -> ${response?.status ?? 'nothing'}${error === null ? '' : ` ${error}`}${triggers.length === 0 ? '' : ` (${triggers.join(', ')})`}`
    )),
    `  stdout: ${Array.isArray(printed) ? printed.join('\n') : JSON.stringify(printed)}`,
    `  stderr: ${said}`,
    `  ${judgement.verdict}${judgement.because === '' ? '' : `: ${judgement.because}`}`,
    '',
  ].join('\n')
}
