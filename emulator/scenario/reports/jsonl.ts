import { printableLines } from '../../engine/checking/printable.ts'
import { listLines, type Report } from './report.ts'

/** Writes JSON lines: `began`, what was tried or skipped, what was found, and `ended`. */
export function writeJsonl({ title, sections, findings = [], remarks = [], summary }: Report): string {
  const cases = sections.flatMap(({ name: section, cases: all }) =>
    all.map((each) => ({ event: each.verdict === 'skipped' ? 'skipped' : 'tried', section, ...each })),
  )
  const found = findings.map((finding) => ({ event: 'found', ...finding, lines: listLines(finding) }))
  const events = [{ event: 'began', title }, ...cases, ...found, { event: 'ended', remarks, summary }]
  return events.map((event) => `${printableLines(JSON.stringify(event))}\n`).join('')
}
