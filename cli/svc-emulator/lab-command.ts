import { Stopped } from '../../emulator/lab/engine/baseline.ts'
import type { Remembering } from '../../emulator/lab/subjects/remember.ts'
import type { JsonLines } from '../../emulator/scenario/reports/jsonl.ts'
import type { PrettyStyle } from '../../emulator/scenario/reports/pretty.ts'
import type { Report, ReportFormat } from '../../emulator/scenario/reports/report.ts'
import { writeReport } from '../../emulator/scenario/reports/write-report.ts'
import { ClientError } from '../shared/client-error.ts'
import { isColored } from '../shared/color.ts'
import type { Io } from '../shared/io.ts'
import { writeNote } from '../shared/output.ts'
import { checkWritable, requireFolder, writeWhole } from '../shared/write-file.ts'
import { interruptible } from './interruptible.ts'

interface LabSettings {
  readonly output?: string | undefined
  readonly home?: string | undefined
}

/**
 * Runs the work of a command that tries a program or a service, once `--output` and `--home` are checked. A signal stops
 * it.
 *
 * @param unended message of the failure where `--budget` ended the run that others are compared with
 */
export async function runLab<Result>(
  { output, home }: LabSettings,
  io: Io,
  work: (stop: AbortSignal) => Promise<Result>,
  unended?: string,
): Promise<Result> {
  if (output !== undefined) await checkWritable('--output', output)
  if (home !== undefined) await requireFolder('--home', home)
  try {
    return await interruptible(io, work)
  } catch (error) {
    if (error instanceof Stopped) throw new ClientError('UNEXPECTED', unended ?? error.message)
    throw error
  }
}

export interface ReportSettings {
  readonly reporter: ReportFormat
  /** File for the report; undefined: stdout. */
  readonly output?: string | undefined
  readonly remembering?: Remembering | undefined
  /** Lines of this report that were written already. */
  readonly lines?: JsonLines | undefined
}

/** Writes a report to the file of `--output`, or to stdout. */
export async function printReport(
  report: Report,
  { reporter, output, remembering, lines }: ReportSettings,
  io: Io,
  style: Omit<PrettyStyle, 'color'> = {},
): Promise<void> {
  const whole = (await remembering?.addTo(report)) ?? report
  if (lines !== undefined) return lines.end(whole)
  const text = writeReport(reporter, whole, { color: output === undefined && isColored(io), ...style })
  if (output === undefined) io.stdout.write(text)
  else await writeWhole('--output', output, text)
}

/** Says on stderr, before a report, that the work was stopped before its end. */
export function noteStop(stop: AbortSignal, io: Io): void {
  if (stop.aborted) writeNote(io, 'svc-emulator: stopped; this is what was found until then')
}

/** Says on stderr which names of the file of `--accept` are not found any more. */
export function noteStale(
  file: string | undefined,
  [names, because]: readonly [names: readonly string[], because: string] = [[], ''],
  io: Io,
): void {
  for (const name of names) writeNote(io, `svc-emulator: ${name} in ${file} is stale: ${because}`)
}
