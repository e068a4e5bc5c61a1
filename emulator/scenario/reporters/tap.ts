import { printable } from '../../engine/checking/printable.ts'
import type { ReplayResult, StepResult } from '../result.ts'
import type { Output, Reporter } from './reporter.ts'

/** TAP version 14: a test point for each scenario, its steps as a subtest. */
export class TapReporter implements Reporter {
  readonly #output: Output
  #count = 0

  constructor(output: Output) {
    this.#output = output
    output.write('TAP version 14\n')
  }

  scenario(result: ReplayResult): void {
    if (result.notPlayed !== undefined)
      return this.#output.write(`ok ${++this.#count} - ${escaped(result.name)} # SKIP ${escaped(result.notPlayed)}\n`)
    const points = [
      ...result.steps.map(stepPoint),
      ...result.problems.map((problem, index) => `not ok ${result.steps.length + index + 1} - ${escaped(problem)}\n`),
    ]
    const subtest = [`# Subtest: ${escaped(result.name)}\n`, ...points, `1..${points.length}\n`].join('')
    this.#output.write(subtest.replace(/^(?=.)/gm, '    '))
    this.#output.write(`${result.ok ? 'ok' : 'not ok'} ${++this.#count} - ${escaped(result.name)}\n`)
  }

  end(results: readonly ReplayResult[]): void {
    this.#output.write(`1..${results.length}\n`)
  }
}

function stepPoint({ number, title, status, reasons }: StepResult): string {
  const point = `${status === 'failed' ? 'not ok' : 'ok'} ${number} - ${escaped(title)}`
  if (status === 'skipped') return `${point} # SKIP ${escaped(reasons[0] ?? '')}\n`
  if (status === 'passed') return `${point}\n`
  const lines = reasons.map((reason) => `    - ${printable(JSON.stringify(reason))}\n`).join('')
  return `${point}\n  ---\n  differences:\n${lines}  ...\n`
}

function escaped(text: string): string {
  return printable(text.replaceAll('\n', ' ').replaceAll('\\', '\\\\')).replaceAll('#', '\\#')
}
