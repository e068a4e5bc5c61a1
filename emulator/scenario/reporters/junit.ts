import type { ReplayResult, StepResult } from '../result.ts'
import type { Output, Reporter } from './reporter.ts'

/** JUnit XML: a suite for each scenario, a case for each step and for each problem beside them. */
export class JunitReporter implements Reporter {
  readonly #output: Output

  constructor(output: Output) {
    this.#output = output
  }

  end(results: readonly ReplayResult[]): void {
    const tests = results.reduce(
      (sum, { steps, problems, notPlayed }) => sum + (notPlayed === undefined ? steps.length + problems.length : 1),
      0,
    )
    const failures = results.reduce((sum, result) => sum + failuresOf(result), 0)
    this.#output.write(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        `<testsuites name="svc-emulator replay" tests="${tests}" failures="${failures}">`,
        ...results.map(suite),
        '</testsuites>',
        '',
      ].join('\n'),
    )
  }
}

function failuresOf({ steps, problems }: ReplayResult): number {
  return steps.filter(({ status }) => status === 'failed').length + problems.length
}

function suite(result: ReplayResult): string {
  const { name, notPlayed } = result
  if (notPlayed !== undefined)
    return [
      `  <testsuite name="${escaped(name)}" tests="1" failures="0" skipped="1">`,
      `    <testcase classname="${escaped(name)}" name="not played"><skipped message="${escaped(notPlayed)}"/></testcase>`,
      '  </testsuite>',
    ].join('\n')
  const skipped = result.steps.filter(({ status }) => status === 'skipped').length
  const tests = result.steps.length + result.problems.length
  return [
    `  <testsuite name="${escaped(result.name)}" tests="${tests}" failures="${failuresOf(result)}" skipped="${skipped}">`,
    ...result.steps.map((step) => stepCase(result, step)),
    ...result.problems.map(
      (problem) =>
        `    <testcase classname="${escaped(result.name)}" name="${escaped(problem)}"><failure message="${escaped(problem)}"/></testcase>`,
    ),
    '  </testsuite>',
  ].join('\n')
}

function stepCase({ name }: ReplayResult, { number, title, status, reasons, transcript }: StepResult): string {
  const open = `    <testcase classname="${escaped(name)}" name="${escaped(`${number} ${title}`)}"`
  if (status === 'passed') return `${open}/>`
  if (status === 'skipped') return `${open}><skipped message="${escaped(reasons[0] ?? '')}"/></testcase>`
  const text = escaped([...reasons, '', ...transcript].join('\n'))
  return `${open}><failure message="${escaped(reasons[0] ?? '')}">${text}</failure></testcase>`
}

/** XML has no form at all for most control characters. */
function escaped(text: string): string {
  return (
    text
      .replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)
      // eslint-disable-next-line no-control-regex
      .replace(
        /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/g,
        '\uFFFD',
      )
  )
}
