import type { JournalEntry } from '../../../emulator/engine/journal/journal-entry.ts'
import type { JudgedRun } from '../../../emulator/lab/explore/exploration.ts'

/** Describes one experiment in full: the fault, the client's calls, and its output. */
export function caseText({ experiment, run, judgement }: JudgedRun): string {
  const { output, said } = run.outcome
  const printed = (output as { stdout?: unknown } | undefined)?.stdout
  return [
    `${experiment.id}: ${experiment.plans.map(({ what }) => what).join(', then ')}`,
    ...run
      .entries()
      .map(
        (entry) =>
          `  ${entry.unit ?? entry.request.url} -> ${describeAnswer(entry)}${entry.triggers.length === 0 ? '' : ` (${entry.triggers.join(', ')})`}`,
      ),
    `  stdout: ${Array.isArray(printed) ? printed.join('\n') : JSON.stringify(printed)}`,
    `  stderr: ${said}`,
    `  ${judgement.verdict}${judgement.because === '' ? '' : `: ${judgement.because}`}`,
    '',
  ].join('\n')
}

/** Describes an answer with its faults as the client saw it; only the faults if it did not arrive. */
function describeAnswer({ response, error, delivery }: JournalEntry): string {
  const faults = response?.faults ?? []
  const names = faults.flatMap((fault) => Object.keys(fault))
  const seen = delivery !== undefined ? [] : [`${response?.status ?? 'nothing'}${error === null ? '' : ` ${error}`}`]
  return [...seen, ...names].join(', ')
}
