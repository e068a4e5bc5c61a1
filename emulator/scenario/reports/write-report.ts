import { printableLines } from '../../engine/checking/printable.ts'
import { writeGithub } from './github.ts'
import { writeHtml } from './html.ts'
import { writeJsonl } from './jsonl.ts'
import { writeJunit } from './junit.ts'
import { writePretty, type PrettyStyle } from './pretty.ts'
import type { Report, ReportFormat } from './report.ts'
import { writeTap } from './tap.ts'

const writers: Record<ReportFormat, (report: Report, style: PrettyStyle) => string> = {
  pretty: writePretty,
  json: ({ document }) => `${printableLines(JSON.stringify(document, null, 2))}\n`,
  jsonl: writeJsonl,
  junit: writeJunit,
  html: writeHtml,
  github: writeGithub,
  tap: writeTap,
}

/** Formats a report. `style`: only for `pretty`. */
export function writeReport(format: ReportFormat, report: Report, style: PrettyStyle = { color: false }): string {
  return writers[format](report, style)
}
