import { printable } from '../../engine/checking/printable.ts'
import type { ReportCase, Report, ReportSection } from './report.ts'

/** Version 13 is the newest one that `prove` reads; subtests are indented lines, which it leaves out. */
export const TAP_HEAD = 'TAP version 13\n'

/** Write TAP version 13: a test point for each section, its cases as a subtest. */
export function writeTap({ sections }: Report): string {
  return [TAP_HEAD, ...sections.map((section, index) => tapSection(section, index + 1)), tapPlan(sections.length)].join(
    '',
  )
}

export function tapPlan(count: number): string {
  return `1..${count}\n`
}

/** The test point of one section; `position` counts sections from 1. */
export function tapSection({ name, verdict, cases }: ReportSection, position: number): string {
  const point = `${verdict === 'failed' ? 'not ok' : 'ok'} ${position} - ${escape(name)}`
  if (verdict === 'skipped') return `${point} # SKIP ${escape(cases[0]?.message ?? '')}\n`
  const points = cases.map((each, index) => casePoint(each, index + 1))
  const subtest = [`# Subtest: ${escape(name)}\n`, ...points, tapPlan(points.length)].join('')
  return `${subtest.replace(/^(?=.)/gm, '    ')}${point}\n`
}

function casePoint({ name, verdict, message = '', details = [] }: ReportCase, position: number): string {
  const point = `${verdict === 'failed' ? 'not ok' : 'ok'} ${position} - ${escapeInSubtest(name)}`
  if (verdict === 'skipped') return `${point} # SKIP ${escapeInSubtest(message)}\n`
  if (verdict === 'passed' || details.length === 0) return `${point}\n`
  return `${point}\n  ---\n  differences: |\n${listLines(details)}  ...\n`
}

/**
 * Lines of a literal block, the only form in which `prove` reads quotes. It allows no empty lines, and no indented
 * first line.
 */
function listLines(details: readonly string[]): string {
  const lines = details.flatMap((detail) => detail.split('\n')).filter((line) => line.trim() !== '')
  return lines.map((line, index) => `    ${printable(index === 0 ? line.trimStart() : line)}\n`).join('')
}

/** A text in a subtest, without line breaks: readers of subtests know the escapes of TAP. */
function escapeInSubtest(text: string): string {
  return printable(text.replaceAll('\n', ' ')).replace(/[\\#]/g, '\\$&')
}

/** A text without line breaks, in which no reader finds a directive, also none that knows no escapes. */
function escape(text: string): string {
  return printable(text.replaceAll('\n', ' ').replace(/#(?=\s*(?:skip|todo))/gi, '\uFF03')).replaceAll('#', '\\#')
}
