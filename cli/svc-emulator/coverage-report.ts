import type { CoverageReport } from '../../emulator/engine/coverage/coverage.ts'
import { coverageHtml } from '../../emulator/engine/coverage/html.ts'
import { mergeReports } from '../../emulator/engine/coverage/merge.ts'
import { clauseSections, totalOf, type CoveredSection } from '../../emulator/engine/coverage/sections.ts'
import { coverageText } from '../../emulator/engine/coverage/text.ts'
import { isColored } from '../shared/color.ts'
import { ClientError } from '../shared/client-error.ts'
import type { Io } from '../shared/io.ts'
import { checkWritable, writeWhole } from '../shared/write-file.ts'
import type { CoverageSettings } from './coverage.ts'
import { readReports } from './coverage-sources.ts'

/** Writes the report, and fails when less was exercised than was asked for. */
export async function reportCoverage(settings: CoverageSettings, io: Io): Promise<void> {
  if (settings.output !== undefined) await checkWritable('--output', settings.output)
  const report = mergeReports(await readReports(settings.sources, settings.controlToken))
  const sections = clauseSections(report, settings.wires)
  const text = written(report, sections, settings, io)
  if (settings.output === undefined) io.stdout.write(text)
  else await writeWhole('--output', settings.output, text)
  const { percent, exercised, total } = totalOf(sections)
  if (settings.min !== undefined && percent < settings.min) {
    throw new ClientError(
      'UNEXPECTED',
      `${exercised} of ${total} clauses exercised: ${percent.toFixed(1)} % is less than --min ${settings.min}`,
    )
  }
}

function written(
  report: CoverageReport,
  sections: readonly CoveredSection[],
  { reporter, all, output }: CoverageSettings,
  io: Io,
): string {
  if (reporter === 'html') return coverageHtml(report, sections, 'Coverage of the svc specification')
  if (reporter === 'json') return `${JSON.stringify({ ...report, total: totalOf(sections), sections }, null, 2)}\n`
  return coverageText(report, sections, { color: output === undefined && isColored(io), all })
}
