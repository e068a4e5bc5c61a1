import { printableLines } from '../../engine/checking/printable.ts'
import { listLines, type ReportCase, type ReportFinding, type Report, type ReportSection } from './report.ts'

/** Write workflow commands of GitHub Actions: an annotation for each finding, or for each case that failed. */
export function writeGithub({ sections, findings, remarks = [], summary }: Report): string {
  const told = findings ?? sections.flatMap((section) => section.cases.flatMap((each) => failed(section, each)))
  return [...told.map(annotation), ...[...remarks, summary].map(printableLines), ''].join('\n')
}

function failed({ name, file }: ReportSection, each: ReportCase): ReportFinding[] {
  if (each.verdict !== 'failed') return []
  return [{ level: 'error', kind: name, title: each.name, file, lines: each.details ?? [] }]
}

function annotation(finding: ReportFinding): string {
  const { level, kind, title, file } = finding
  const place = file === undefined ? '' : `file=${property(file)},`
  return `::${level} ${place}title=${property(`${kind}: ${title}`)}::${data(listLines(finding).join('\n'))}`
}

function data(text: string): string {
  return printableLines(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
