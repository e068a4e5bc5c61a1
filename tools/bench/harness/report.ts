import { holds, isBounded, type Measure } from './measure.ts'

/** Measures of one benchmark, or the reason for having none. */
export interface Outcome {
  readonly name: string
  readonly about: string
  readonly measures: readonly Measure[]
  readonly failure?: string
}

/** Measured, bound and verdict of every bounded line, as a table in plain text. */
export function table(outcomes: readonly Outcome[]): string {
  const rows = [['line', 'measured', 'bound', 'verdict']]
  for (const { name, measures, failure } of outcomes) {
    for (const measure of measures.filter(isBounded))
      rows.push([
        `${name}: ${measure.what}`,
        valueText(measure),
        boundText(measure),
        holds(measure) ? 'held' : 'MISSED',
      ])
    if (failure !== undefined) rows.push([`${name}: ${failure.split('\n')[0]}`, '', '', 'FAILED'])
  }
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** One measure, as it is told when it is known. */
export function line(measure: Measure): string {
  const mark = isBounded(measure) ? (holds(measure) ? 'held  ' : 'MISSED') : '      '
  return `  ${mark} ${measure.what.padEnd(70)} ${valueText(measure).padStart(13)}  ${boundText(measure).padEnd(14)} ${measure.detail ?? ''}`.trimEnd()
}

export function valueText({ value, unit }: Measure): string {
  const digits = unit === 'x' || value < 10 ? 2 : 0
  return `${value.toFixed(digits)} ${unit}`
}

export function boundText({ atLeast, atMost }: Measure): string {
  return [atLeast === undefined ? '' : `at least ${atLeast}`, atMost === undefined ? '' : `at most ${atMost}`]
    .filter(Boolean)
    .join(', ')
}

export interface Verdict {
  readonly text: string
  readonly exitCode: 0 | 1
}

/** A missed bound fails a full run, but not a quick one; a benchmark that failed fails both. */
export function verdict(outcomes: readonly Outcome[], quick: boolean): Verdict {
  const bounded = outcomes.flatMap(({ measures }) => measures).filter(isBounded)
  const missed = bounded.filter((measure) => !holds(measure)).length
  const failed = outcomes.filter(({ failure }) => failure !== undefined).length
  const text = `${bounded.length - missed} bounds held, ${missed} missed, ${failed} benchmarks failed`
  return {
    text: quick
      ? `${text}. This was a quick run: it shows that the benchmarks work, and is no verdict on speed.`
      : text,
    exitCode: failed > 0 || (missed > 0 && !quick) ? 1 : 0,
  }
}
