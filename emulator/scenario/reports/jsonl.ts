import { printableLines } from '../../engine/checking/printable.ts'
import { listLines, type Report, type ReportCase } from './report.ts'

/** Writes the events of a report as JSON lines: `began`, what was tried or skipped, what was found, and `ended`. */
export class JsonLines {
  readonly #write: (line: string) => void
  /** Cases that were written as they ended. */
  readonly #told = new Set<string>()

  constructor(write: (line: string) => void) {
    this.#write = write
  }

  begin(title: string): void {
    this.#line({ event: 'began', title })
  }

  tell(section: string, each: ReportCase): void {
    this.#told.add(nameIn(section, each))
    this.#line({ event: each.verdict === 'skipped' ? 'skipped' : 'tried', section, ...each })
  }

  /** Writes the rest of a report: cases that were not told, its findings, and its end. */
  end({ sections, findings = [], remarks = [], summary }: Report): void {
    for (const { name, cases } of sections)
      for (const each of cases) if (!this.#told.has(nameIn(name, each))) this.tell(name, each)
    for (const finding of findings) this.#line({ event: 'found', ...finding, lines: listLines(finding) })
    this.#line({ event: 'ended', remarks, summary })
  }

  #line(event: object): void {
    this.#write(`${printableLines(JSON.stringify(event))}\n`)
  }
}

const nameIn = (section: string, { name, number }: ReportCase): string => JSON.stringify([section, name, number])

/** Writes the events of a report that is known. */
export function writeJsonl(report: Report): string {
  const written: string[] = []
  const lines = new JsonLines((line) => written.push(line))
  lines.begin(report.title)
  lines.end(report)
  return written.join('')
}
