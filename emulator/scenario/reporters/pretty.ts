import { plural } from '../../engine/checking/plural.ts'
import { printable } from '../../engine/checking/printable.ts'
import type { ReplayResult, StepResult } from '../result.ts'
import { totalsOf, type Output, type Reporter } from './reporter.ts'

/** For people: a line for each scenario, and everything about those that failed. */
export class PrettyReporter implements Reporter {
  readonly #output: Output
  #name = ''

  constructor(output: Output) {
    this.#output = output
  }

  begin(name: string): void {
    this.#name = name
    this.#progress(name)
  }

  step({ number, title }: StepResult): void {
    this.#progress(`${this.#name}, step ${number}: ${title}`)
  }

  scenario(result: ReplayResult): void {
    if (this.#output.live) this.#output.write('\r\u001B[K')
    if (result.notPlayed !== undefined)
      return this.#output.write(
        `${this.#paint(33, '-')} ${printable(result.name)} ${this.#paint(2, `not played: ${result.notPlayed}`)}\n`,
      )
    const steps = plural(result.steps.length, 'step')
    const mark = result.ok ? this.#paint(32, '✓') : this.#paint(31, '✗')
    this.#output.write(
      `${mark} ${printable(result.name)} ${this.#paint(2, printable(`(${steps}) ${result.about}`.trimEnd()))}\n`,
    )
    if (!result.ok) this.#failure(result)
    for (const note of result.notes) this.#output.write(`    ${this.#paint(33, printable(note))}\n`)
  }

  end(results: readonly ReplayResult[]): void {
    const { scenarios, failed, not_played, steps, skipped, clauses } = totalsOf(results)
    const passed = not_played === 0 ? 'all passed' : `${scenarios - not_played} passed`
    const verdict = [
      failed === 0 ? this.#paint(32, passed) : this.#paint(31, `${failed} failed`),
      ...(not_played === 0 ? [] : [`${not_played} not played`]),
    ].join(', ')
    const notRun = skipped > 0 ? `, ${skipped} of them not run` : ''
    this.#output.write(
      `\n${plural(scenarios, 'scenario')}: ${verdict}; ${plural(steps, 'step')}${notRun}; ${clauses} clauses exercised\n`,
    )
  }

  #failure({ steps, problems, file }: ReplayResult): void {
    for (const step of steps) {
      if (step.status === 'failed') {
        this.#output.write(`    ${this.#paint(31, '✗')} step ${step.number}: ${printable(step.title)}\n`)
        for (const reason of step.reasons) this.#output.write(`        ${printable(reason)}\n`)
        for (const line of step.transcript)
          this.#output.write(`        ${this.#paint(2, printable(line.slice(0, 500)))}\n`)
      }
    }
    for (const problem of problems) this.#output.write(`    ${this.#paint(31, '✗')} ${printable(problem)}\n`)
    if (file !== undefined) this.#output.write(`    ${this.#paint(2, file)}\n`)
  }

  #progress(text: string): void {
    if (this.#output.live) this.#output.write(`\r\u001B[K${printable(text.slice(0, 100))}`)
  }

  #paint(code: number, text: string): string {
    return this.#output.color ? `\u001B[${code}m${text}\u001B[0m` : text
  }
}
