import { escapeMarkup as escape } from './escape-markup.ts'
import { countCases, type ReportCase, type Report, type ReportSection } from './report.ts'

/** Write JUnit XML: a suite for each section; remarks and the summary are the output of the last one. */
export function writeJunit({ title, sections, remarks = [], summary }: Report): string {
  const tests = sections.reduce((sum, { cases }) => sum + cases.length, 0)
  const failures = sections.reduce((sum, section) => sum + countCases(section, 'failed'), 0)
  const last = sections.length - 1
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escape(title)}" tests="${tests}" failures="${failures}"${timeAttribute(sections.flatMap(({ cases }) => cases))}>`,
    ...sections.map((section, index) => suite(section, index === last ? [...remarks, summary] : [])),
    '</testsuites>',
    '',
  ].join('\n')
}

function suite(section: ReportSection, more: readonly string[]): string {
  const { name, cases, remarks = [] } = section
  const output = [...remarks, ...more].join('\n')
  return [
    `  <testsuite name="${escape(name)}" tests="${cases.length}" failures="${countCases(section, 'failed')}" skipped="${countCases(section, 'skipped')}"${timeAttribute(cases)}>`,
    ...cases.map((each) => testCase(name, each)),
    ...(output === '' ? [] : [`    <system-out>${escape(output)}</system-out>`]),
    '  </testsuite>',
  ].join('\n')
}

/** Attribute with the total seconds of cases; empty if no time is known. */
function timeAttribute(cases: readonly ReportCase[]): string {
  const known = cases.flatMap(({ seconds }) => seconds ?? [])
  return known.length === 0 ? '' : ` time="${known.reduce((sum, seconds) => sum + seconds, 0).toFixed(3)}"`
}

function testCase(section: string, each: ReportCase): string {
  const { name, number, group = section, verdict, ...rest } = each
  const shown = number === undefined ? name : `${number} ${name}`
  const open = `    <testcase classname="${escape(group)}" name="${escape(shown)}"${timeAttribute([each])}`
  const { message = '', type, details = [], transcript = [] } = rest
  if (verdict === 'passed') return `${open}/>`
  if (verdict === 'skipped') return `${open}><skipped message="${escape(message)}"/></testcase>`
  const kind = type === undefined ? '' : `type="${escape(type)}" `
  const text = [...details, ...(transcript.length === 0 ? [] : ['', ...transcript])].join('\n')
  return `${open}><failure ${kind}message="${escape(message)}">${escape(text)}</failure></testcase>`
}
