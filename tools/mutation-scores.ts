/**
 * `npm run mutate:scores [-- <suite>…]`: finds out how many of the mutants each suite notices, and writes it into docs/find-what-your-tests-miss.md,
 * between `<!-- scores -->` and `<!-- /scores -->`. Without a name it runs all, for some minutes.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MutantOutcome } from '../emulator/lab/mutation/report.ts'
import { sentenceOf } from '../emulator/lab/mutation/reporters/told.ts'

export const scoresPage = new URL('../docs/find-what-your-tests-miss.md', import.meta.url)
const scoresFile = new URL('./mutation-scores.json', import.meta.url)

/** What a suite noticed of the mutants that it met. */
export interface SuiteScore {
  readonly killed: number
  readonly met: number
  readonly survivors: readonly Pick<MutantOutcome, 'id' | 'clause' | 'breaks'>[]
}

export type Scores = Readonly<Record<string, SuiteScore>>

interface Suite {
  readonly about: string
  /** Arguments of `node`. */
  readonly run: readonly string[]
  /** The report goes into a file, because the tests print. */
  readonly output?: true
  /** A survivor, and the assertion that the suite lacks. */
  readonly shown?: { readonly id: string; readonly assertion: string }
}

const command = 'dist/cli/svc-emulator.js'
/** A client that waits for an answer to no end has noticed something: the time limit of a test tells. */
const clients = (...words: string[]) => [
  command,
  'mutate',
  '--jobs',
  '2',
  '--time-limit',
  '2m',
  '--',
  'npx',
  'vitest',
  'run',
  '--project',
  'clients',
  '--bail',
  '1',
  '--testTimeout',
  '10000',
  ...words,
]

export const suites: Readonly<Record<string, Suite>> = {
  library: {
    about: 'The shipped scenarios, of the service',
    run: [command, 'replay', '--all', '--mutate', '--reporter', 'json'],
  },
  client: {
    about: 'The shipped scenarios, of `svc` and `svc-worker`',
    run: ['tools/mutate-client.mjs', '--only', 'client,worker', '--reporter', 'json'],
  },
  query: {
    about: '`infinite-query.test.ts`: an infinite query of TanStack over both cursors',
    run: clients('tests/clients/infinite-query.test.ts'),
    output: true,
  },
  rpc: { about: '`rpc.test.ts`: four JSON-RPC clients', run: clients('tests/clients/rpc.test.ts'), output: true },
  ky: {
    about: '`http.test.ts` with ky: the revisions of a blob',
    run: clients('tests/clients/http.test.ts', '-t', 'ky server.*list revisions'),
    output: true,
    shown: {
      id: 'envelope.failure-has-error-and-message',
      assertion:
        "expect(body).toMatchObject({ status: 'failure', error: 'invalid_limit', message: expect.any(String) })",
    },
  },
}

/** What a report says of a suite. Throws where mutants were not tried. */
export function scoreIn(text: string): SuiteScore {
  const { mutants } = JSON.parse(text) as { mutants: readonly MutantOutcome[] }
  const untried = mutants.filter(({ status }) => status === 'undecided' || status === 'timeout')
  if (untried.length > 0) throw new Error(`${untried.length} mutants are not decided`)
  const survivors = mutants
    .filter(({ status }) => status === 'survived')
    .map(({ id, clause, breaks }) => ({ id, clause, breaks }))
  const killed = mutants.filter(({ status }) => status === 'killed').length
  return { killed, met: killed + survivors.length, survivors }
}

/** The part of the page that tells the scores. Throws where a survivor that it shows is noticed by now. */
export function scoresText(scores: Scores): string {
  const rows = Object.entries(suites).flatMap(([name, { about }]) =>
    scores[name] === undefined ? [] : [rowOf(about, scores[name])],
  )
  const shown = Object.entries(suites).flatMap(([name, suite]) =>
    suite.shown === undefined || scores[name] === undefined ? [] : [survivorText(suite, scores[name])],
  )
  return [
    '| tests | mutants met | noticed | |',
    '| --- | --: | --: | --: |',
    ...rows,
    ...shown.map((text) => `\n${text}`),
  ].join('\n')
}

const rowOf = (about: string, { killed, met }: SuiteScore): string =>
  `| ${about} | ${met} | ${killed} | ${((100 * killed) / met).toFixed(1)} % |`

function survivorText({ about, shown }: Suite, { survivors }: SuiteScore): string {
  const { id, assertion } = shown!
  const survivor = survivors.find((each) => each.id === id)
  if (survivor === undefined) throw new Error(`${id} survives no longer in ${about}: show another one, or none`)
  const { breaks, clause } = survivor
  return `One that lives in ${about.split(':')[0]}, \`${id}\`: "${sentenceOf(clause)}" Nobody noticed that the emulator ${breaks}. The assertion that kills it:\n\`${assertion}\``
}

export const readScores = (): Scores => JSON.parse(readFileSync(scoresFile, 'utf8')) as Scores

/** The page with another text between the marks. */
export function withScores(page: string, text: string): string {
  const [from, to] = [page.indexOf('<!-- scores -->'), page.indexOf('<!-- /scores -->')]
  if (from < 0 || to < from) throw new Error('the page has no <!-- scores --> … <!-- /scores -->')
  return `${page.slice(0, from)}<!-- scores -->\n\n${text}\n\n${page.slice(to)}`
}

function scoreOfSuite({ run, output }: Suite): SuiteScore {
  const folder = mkdtempSync(join(tmpdir(), 'svc-scores-'))
  try {
    const file = join(folder, 'report.json')
    const [script = '', verb = '', ...rest] = run
    const words = output ? [script, verb, '--reporter', 'json', '--output', file, ...rest] : run
    const printed = execFileSync(process.execPath, words, {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return scoreIn(output ? readFileSync(file, 'utf8') : printed)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv.slice(2)
  const scores = { ...readScores() }
  for (const [name, suite] of Object.entries(suites))
    if (wanted.length === 0 || wanted.includes(name)) scores[name] = scoreOfSuite(suite)
  writeFileSync(scoresFile, `${JSON.stringify(scores, null, 2)}\n`)
  writeFileSync(scoresPage, withScores(readFileSync(scoresPage, 'utf8'), scoresText(scores)))
}
