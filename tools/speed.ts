/** Writes `docs/speed.md` from the numbers of `npm run bench -- users --json tools/bench/speed.json`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { holds, isBounded, type Measure } from './bench/harness/measure.ts'
import { boundText, valueText, type Outcome, type Run } from './bench/harness/report.ts'

export const speedPage = new URL('../docs/speed.md', import.meta.url)
export const speedNumbers = new URL('./bench/speed.json', import.meta.url)

/** The page that tells the numbers of a run. Throws for a quick run, and for one in which a benchmark failed. */
export function speedText({ quick, node, cpu, cpus, outcomes }: Run): string {
  if (quick) throw new Error('a quick run is no verdict on speed: run the benchmark without --quick')
  const failed = outcomes.filter(({ failure }) => failure !== undefined).map(({ name }) => name)
  if (failed.length > 0)
    throw new Error(`no page is written from a run in which benchmarks failed: ${failed.join(', ')}`)
  return `${[
    '# Speed',
    '',
    'What users wait for, beside what else they could use. `npx tsx tools/speed.ts` wrote this page from `npm run bench -- users`',
    `with Node ${node.slice(1)} on ${cpus} cores (${cpu.trim()}). The two sides of a ratio were measured in turn in one run; \`x\` is ours over theirs unless the line says`,
    'otherwise. CPU is that of all processes that take part.',
    ...outcomes.flatMap(section),
  ].join('\n')}\n`
}

function section({ name, about, measures }: Outcome): string[] {
  return [
    '',
    `## ${name}`,
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

export function readRun(): Run {
  return JSON.parse(readFileSync(speedNumbers, 'utf8')) as Run
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(speedPage, speedText(readRun()))
