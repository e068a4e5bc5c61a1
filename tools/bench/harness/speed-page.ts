import { holds, isBounded, type Measure } from './measure.ts'
import { between } from '../../write/between.ts'
import { boundText, valueText, type Outcome } from './report.ts'

/** A run of all of `tools/bench/users/`, and the machine that it ran on. */
export interface Run {
  readonly node: string
  readonly cpu: string
  readonly cpus: number
  readonly outcomes: readonly Outcome[]
}

/** A page with the results of a run in its block `speed`. Throws for a run in which a benchmark failed. */
export function withSpeed(page: string, { node, cpu, cpus, outcomes }: Run): string {
  const failed = outcomes.filter(({ failure }) => failure !== undefined).map(({ name }) => name)
  if (failed.length > 0)
    throw new Error(`no page is written from a run in which benchmarks failed: ${failed.join(', ')}`)
  return between(
    page,
    'speed',
    [
      'How long users wait, compared with other tools, by `npm run bench -- --page docs/what-was-tested.md`',
      `with Node ${node.slice(1)} on ${cpus} cores (${cpu.trim()}). The two sides of a ratio were measured alternately in one run; \`x\` is ours over theirs unless the line says`,
      'otherwise. CPU times are sums over all processes that take part.',
      ...outcomes.flatMap(section),
    ].join('\n'),
  )
}

function section({ name, about, measures }: Outcome): string[] {
  return [
    '',
    `### ${name}`,
    '',
    cell(about),
    '',
    '| line | measured | wanted | |',
    '| --- | --: | --- | --- |',
    ...measures.map(row),
  ]
}

function row(measure: Measure): string {
  const wanted = isBounded(measure) ? `${boundText(measure)}${holds(measure) ? '' : ' (missed)'}` : ''
  return `| ${cell(measure.what)} | ${valueText(measure)} | ${wanted} | ${cell(measure.detail ?? '')} |`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
