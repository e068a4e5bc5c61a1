import type { PrettyStyle } from '../../emulator/scenario/reports/pretty.ts'
import type { Report, ReportFormat } from '../../emulator/scenario/reports/report.ts'
import { writeReport } from '../../emulator/scenario/reports/write-report.ts'
import { isColored } from '../shared/color.ts'
import type { Io } from '../shared/io.ts'
import { writeNote } from '../shared/output.ts'
import { writeWhole } from '../shared/write-file.ts'

interface ReportSettings {
  readonly reporter: ReportFormat
  /** File for the report; undefined: stdout. */
  readonly output?: string | undefined
}

/** Writes a report to the file of `--output`, or to stdout. */
export async function printReport(
  report: Report,
  { reporter, output }: ReportSettings,
  io: Io,
  style: Omit<PrettyStyle, 'color'> = {},
): Promise<void> {
  const text = writeReport(reporter, report, { color: output === undefined && isColored(io), ...style })
  if (output === undefined) io.stdout.write(text)
  else await writeWhole('--output', output, text)
}

/** Says on stderr, before a report, that the work was stopped before its end. */
export function noteStop(stop: AbortSignal, io: Io): void {
  if (stop.aborted) writeNote(io, 'svc-emulator: stopped; this is what was found until then')
}
