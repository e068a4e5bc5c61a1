import { assumptionSection, totalOf, type CoveredSection } from './sections.ts'
import type { CoverageReport } from './coverage.ts'

export interface TextOptions {
  readonly color: boolean
  /** Names every statement, not only those that were never exercised. */
  readonly all: boolean
}

const WIDTH = 24

/** The report for a terminal: a line for each section, and below it what was never exercised. */
export function coverageText(
  report: CoverageReport,
  sections: readonly CoveredSection[],
  options: TextOptions,
): string {
  const paint = painter(options.color)
  const longest = Math.max(...sections.map(({ title }) => title.length), 0)
  const lines: string[] = []
  for (const section of sections) {
    lines.push(`${section.title.padEnd(longest)}  ${bar(section, paint)}  ${section.exercised}/${section.total}`)
    for (const { id, count, statement } of section.statements) {
      if (count === 0) lines.push(`  ${paint.red('✗')} ${id}  ${paint.dim(statement)}`)
      else if (options.all) lines.push(`  ${paint.green('✓')} ${id}  ${paint.dim(`${count} times`)}`)
    }
  }
  lines.push('', ...coverageTotals(report, sections))
  return `${lines.join('\n')}\n`
}

/** Two lines that count: clauses of these sections, and assumptions. */
export function coverageTotals(report: CoverageReport, sections: readonly CoveredSection[]): [string, string] {
  const { total, exercised, percent } = totalOf(sections)
  const assumed = assumptionSection(report)
  return [
    `${exercised} of ${total} clauses exercised (${percent.toFixed(1)} %)`,
    `${assumed.exercised} of ${assumed.total} assumptions relied on`,
  ]
}

type Paint = (text: string) => string

function bar({ exercised, total }: CoveredSection, paint: Record<'green' | 'dim', Paint>): string {
  const filled = total === 0 ? WIDTH : Math.floor((exercised / total) * WIDTH)
  return paint.green('█'.repeat(filled)) + paint.dim('░'.repeat(WIDTH - filled))
}

function painter(color: boolean): Record<'red' | 'green' | 'dim', Paint> {
  const paint =
    (code: number): Paint =>
    (text) =>
      color ? `\x1b[${code}m${text}\x1b[0m` : text
  return { red: paint(31), green: paint(32), dim: paint(2) }
}
