import { printable } from '../../engine/checking/printable.ts'
import type { Case, Report, Section } from './report.ts'

export const TAP_HEAD = 'TAP version 14\n'

/** Write TAP version 14: a test point for each section, its cases as a subtest. */
export function writeTap({ sections }: Report): string {
  return [TAP_HEAD, ...sections.map((section, index) => tapSection(section, index + 1)), tapPlan(sections.length)].join(
    '',
  )
}

export function tapPlan(count: number): string {
  return `1..${count}\n`
}

/** The test point of one section; `position` counts sections from 1. */
export function tapSection({ name, verdict, cases }: Section, position: number): string {
  const point = `${verdict === 'failed' ? 'not ok' : 'ok'} ${position} - ${escape(name)}`
  if (verdict === 'skipped') return `${point} # SKIP ${escape(cases[0]?.message ?? '')}\n`
  const points = cases.map((each, index) => casePoint(each, index + 1))
  const subtest = [`# Subtest: ${escape(name)}\n`, ...points, tapPlan(points.length)].join('')
  return `${subtest.replace(/^(?=.)/gm, '    ')}${point}\n`
}

function casePoint({ name, verdict, message = '', details = [] }: Case, position: number): string {
  const point = `${verdict === 'failed' ? 'not ok' : 'ok'} ${position} - ${escape(name)}`
  if (verdict === 'skipped') return `${point} # SKIP ${escape(message)}\n`
  if (verdict === 'passed' || details.length === 0) return `${point}\n`
  const lines = details.map((detail) => `    - ${printable(JSON.stringify(detail))}\n`).join('')
  return `${point}\n  ---\n  differences:\n${lines}  ...\n`
}

function escape(text: string): string {
  return printable(text.replaceAll('\n', ' ').replaceAll('\\', '\\\\')).replaceAll('#', '\\#')
}
