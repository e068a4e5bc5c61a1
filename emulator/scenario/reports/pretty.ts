import { printable, printableLines } from '../../engine/checking/printable.ts'
import {
  countCases,
  type ReportCase,
  type ReportFinding,
  type FindingLine,
  type Report,
  type ReportSection,
} from './report.ts'

export interface PrettyStyle {
  readonly color: boolean
  /** Cases that passed are listed too. */
  readonly all?: boolean
}

const styles = { red: [31, 0], green: [32, 0], yellow: [33, 0], dim: [2, 0], bold: [1, 22] } as const

/** Write a report for a terminal. */
export function writePretty(report: Report, style: PrettyStyle): string {
  const { sections, findings, overview = [] } = report
  const shown = sections.filter(({ aside }) => aside !== true)
  const width = Math.max(...shown.map(({ name, measured }) => (measured === true ? name.length : 0)), 0)
  return [
    ...(overview.length === 0 ? [] : [...overview, ''].map((line) => `${line}\n`)),
    ...(findings?.map((finding) => prettyFinding(finding, style)) ??
      shown.map((section) => prettySection(section, style, width))),
    prettyEnd(report),
  ].join('')
}

/** The lines behind the sections or findings. */
export function prettyEnd({ findings, remarks = [], summary }: Report): string {
  return [...(findings === undefined ? [''] : []), ...[...remarks, summary].map(printableLines), ''].join('\n')
}

/** Lines of a section: its verdict, then its failures. `width`: of the names of sections with a bar. */
export function prettySection(section: ReportSection, style: PrettyStyle, width = 0): string {
  const { name, note = '', verdict, cases, remarks = [], file } = section
  const paint = painter(style)
  const head =
    section.measured === true
      ? `${name.padEnd(width)}  ${bar(section, style)}  ${countCases(section, 'passed')}/${cases.length}`
      : `${mark(verdict, style)} ${printable(name)} ${paint('dim', printable(note))}`
  const listed = cases.filter((each) => each.verdict === 'failed' || (style.all === true && each.verdict === 'passed'))
  return [
    head,
    ...listed.flatMap((each) => prettyCase(each, style)),
    ...(verdict === 'failed' && file !== undefined ? [`    ${paint('dim', file)}`] : []),
    ...remarks.map((remark) => `    ${paint('yellow', printable(remark))}`),
    '',
  ].join('\n')
}

function prettyCase({ name, number, verdict, word, about, ...rest }: ReportCase, style: PrettyStyle): string[] {
  const paint = painter(style)
  const title = number === undefined ? name : `step ${number}: ${name}`
  const beside = verdict === 'passed' ? word : about
  return [
    `    ${mark(verdict, style)} ${printable(title)}${beside === undefined ? '' : `  ${paint('dim', printable(beside))}`}`,
    ...(rest.details ?? []).map((detail) => `        ${printable(detail)}`),
    ...(rest.transcript ?? []).map((line) => `        ${paint('dim', printable(line.slice(0, MAX_TRANSCRIPT_LINE)))}`),
  ]
}

const MAX_TRANSCRIPT_LINE = 500

function prettyFinding({ kind, title, lines }: ReportFinding, style: PrettyStyle): string {
  const head = `${painter(style)('bold', printable(kind))}: ${printable(title)}`
  return [head, ...lines.flatMap(textLines).map((line) => `  ${printableLines(line)}`), '', ''].join('\n')
}

/**
 * Shortens quoted output to its beginning and end: stack traces are long, and Python prints the error in the last line.
 */
function textLines(line: FindingLine): string[] {
  if (typeof line === 'string') return [line]
  const lines = line.quote.split('\n').filter((each) => each.trim() !== '')
  return lines.length <= MAX_FIRST + MAX_LAST ? lines : [...lines.slice(0, MAX_FIRST), '…', ...lines.slice(-MAX_LAST)]
}

const [MAX_FIRST, MAX_LAST] = [5, 2] as const
const BAR_WIDTH = 24

function bar(section: ReportSection, style: PrettyStyle): string {
  const total = section.cases.length
  const filled = total === 0 ? BAR_WIDTH : Math.floor((countCases(section, 'passed') / total) * BAR_WIDTH)
  const paint = painter(style)
  return paint('green', '█'.repeat(filled)) + paint('dim', '░'.repeat(BAR_WIDTH - filled))
}

function mark(verdict: ReportSection['verdict'], style: PrettyStyle): string {
  const paint = painter(style)
  return { passed: paint('green', '✓'), failed: paint('red', '✗'), skipped: paint('yellow', '-') }[verdict]
}

function painter({ color }: PrettyStyle): (name: keyof typeof styles, text: string) => string {
  return (name, text) => (color ? `\u001B[${styles[name][0]}m${text}\u001B[${styles[name][1]}m` : text)
}
