/** Writes `docs/code-mutation.md` from `tools/stryker/results.json`, which `npm run stryker` keeps. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { scoreOf } from './stryker/results.mjs'
import { rooms, usualCases } from './stryker/rooms.mjs'

export const codeMutationPage = new URL('../docs/code-mutation.md', import.meta.url)
export const codeMutationResults = new URL('./stryker/results.json', import.meta.url)

/** What a room gave when its code was mutated last. */
export interface RoomResult {
  readonly killed: number
  readonly timeout: number
  readonly survived: number
  readonly not_run: number
  readonly ignored: number
  readonly invalid: number
  /** Percent of the mutants that a test noticed. */
  readonly score: number
  /** One line for each mutant that none noticed: place, mutator, replacement. */
  readonly survivors: readonly string[]
}

const WANTED = 85

/** The page that tells what each room gave; a room that was never mutated stands there without a score. */
export function codeMutationText(
  results: Readonly<Record<string, RoomResult>>,
  names: readonly string[] = Object.keys(rooms),
): string {
  return `${[
    '# Do our own tests notice changed code?',
    '',
    '`npm run stryker -- [room…]` changes the code of a room, one small change after the other, and runs the tests that answer for it (Stryker).',
    `This page is written from what each room gave when it was run last (\`npx tsx tools/code-mutation.ts\`). Wanted: ${WANTED} %.`,
    'A mutant counts as noticed when a test fails with it and passes without it, or when it runs for ever. Code that runs once, when a module',
    'is loaded, is left out.',
    '',
    casesText(names),
    '',
    '| room | score | noticed | by time limit | not noticed | run by no test | left out |',
    '| --- | --: | --: | --: | --: | --: | --: |',
    ...names.map((name) => row(name, results[name])),
    row('the rooms that were run', together(names.flatMap((name) => results[name] ?? []))),
    ...names.flatMap((name) => survivors(name, results[name])),
  ].join('\n')}\n`
}

/** How much of the properties is tried, which can only lower a score. */
function casesText(names: readonly string[]): string {
  const others = names.flatMap((name) =>
    rooms[name]?.cases === undefined ? [] : [`${name} ${rooms[name].cases * 100} %`],
  )
  return `Of the cases of a property ${usualCases * 100} % are tried${others.map((other) => `, in ${other}`).join('')}: more would find no fewer mutants.`
}

function row(name: string, result: RoomResult | undefined): string {
  if (result === undefined) return `| ${name} | not run yet | | | | | |`
  const { killed, timeout, survived, not_run: notRun, ignored, invalid, score } = result
  return `| ${name} | ${score} %${score < WANTED ? ' (missed)' : ''} | ${killed} | ${timeout} | ${survived} | ${notRun} | ${ignored + invalid} |`
}

/** What the rooms that were run gave in all. */
function together(results: readonly RoomResult[]): RoomResult {
  const sum = (name: Exclude<keyof RoomResult, 'score' | 'survivors'>): number =>
    results.reduce((all, result) => all + result[name], 0)
  const [killed, timeout, survived, notRun] = [sum('killed'), sum('timeout'), sum('survived'), sum('not_run')]
  return {
    killed,
    timeout,
    survived,
    not_run: notRun,
    ignored: sum('ignored'),
    invalid: sum('invalid'),
    score: scoreOf(killed + timeout, survived + notRun),
    survivors: [],
  }
}

function survivors(name: string, result: RoomResult | undefined): string[] {
  if (result === undefined || result.survivors.length === 0) return []
  return ['', `## What no test noticed in ${name}`, '', ...result.survivors.map((line) => `    ${line}`)]
}

export function readResults(): Record<string, RoomResult> {
  return JSON.parse(readFileSync(codeMutationResults, 'utf8')) as Record<string, RoomResult>
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(codeMutationPage, codeMutationText(readResults()))
