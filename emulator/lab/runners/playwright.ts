import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { TestFailure } from '../engine/subject.ts'
import type { RunnerCommand, FirstRun, Runner, TestFiles } from './runner.ts'

/** Playwright. */
export const playwright: Runner = {
  name: 'Playwright',
  takes: isPlaywright,
  list: playwrightFiles,
  reporting,
  readFailures: readMessages,
}

/** True if the command line calls Playwright itself, so that flags can be appended. */
function isPlaywright(words: readonly string[]): boolean {
  const place = words.findIndex((word) => ['playwright', 'playwright.cmd'].includes(basename(word)))
  return place >= 0 && words[place + 1] === 'test' && !words.includes('--')
}

/** Playwright's root folder of tests, and the test files in it. */
interface ListedTests {
  readonly root: string
  /** Relative to `root`. */
  readonly files: readonly string[]
}

/**
 * The test files of a command line of Playwright; undefined if Playwright has no `--test-list`, which a second call
 * tries out, or if its output cannot be parsed.
 */
async function playwrightFiles({
  words,
  root: lasting,
  ask,
}: Pick<FirstRun, 'words' | 'root' | 'ask'>): Promise<TestFiles | undefined> {
  const listing = (some: readonly string[]) => ask([...some, '--list', '--reporter=json']).then(listingIn)
  const found = await listing(words)
  if (found === undefined) return undefined
  const { root, files } = found
  const listed = testLists(lasting)
  const only = (names: readonly string[]): string[] => [...words, `--test-list=${listed(names)}`]
  const some = await listing(only(files))
  if (some?.files.length !== files.length) return undefined
  return {
    all: files.map((file) => relative('.', join(root, file))),
    only: (wanted) => only(wanted.map((file) => slashed(relative(root, resolve(file))))),
    failedFiles,
  }
}

/** Flags for concurrent runs: a folder for the files of each run, and a JSON report in it. */
function reporting(words: readonly string[], folder: string): RunnerCommand {
  const own = words.some((word) => /^--output\b/.test(word)) ? [] : [`--output=${folder}-results`]
  return {
    words: [...words, ...own, '--reporter=json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, REPORT) },
  }
}

const REPORT = 'playwright.json'

interface Suite {
  readonly file: string
  readonly title: string
  readonly specs?: readonly {
    readonly title: string
    readonly tests: readonly { readonly status: string; readonly results: readonly TestResult[] }[]
  }[]
  readonly suites?: readonly Suite[]
}

interface TestResult {
  readonly error?: PlaywrightError
}

interface PlaywrightError {
  readonly message?: string
}

interface PlaywrightReport {
  readonly config: { readonly rootDir: string }
  readonly suites: readonly Suite[]
  readonly errors: readonly PlaywrightError[]
}

/** Reads the failed files; undefined if something else failed, or a test did not run, as after `--max-failures`. */
async function failedFiles(folder: string, files: readonly string[]): Promise<readonly string[] | undefined> {
  const { all, errors } = (await readReport(folder)) ?? { all: [], errors: [] }
  if (all.length === 0) return undefined
  const isWhole = files.every((file) => all.some((test) => test.file === file)) && all.every(({ hasRun }) => hasRun)
  if (errors.length > 0 || !isWhole) return undefined
  return [...new Set(all.filter(({ isFailed }) => isFailed).map(({ file }) => file))]
}

/** The tests that failed, each with the message of its last run, and what failed outside of them. */
async function readMessages(folder: string): Promise<TestFailure[]> {
  const { all, errors } = (await readReport(folder)) ?? { all: [], errors: [] }
  const outside = errors.map((error) => ({ name: '', message: shownMessage(error) }))
  return [...all.filter(({ isFailed }) => isFailed), ...outside].map(({ name, message }) => ({ name, message }))
}

async function readReport(
  folder: string,
): Promise<{ readonly all: RanTest[]; readonly errors: readonly PlaywrightError[] } | undefined> {
  const text = await readFile(join(folder, REPORT), 'utf8').catch(() => '')
  if (text === '') return undefined
  const { config, suites, errors } = JSON.parse(text) as PlaywrightReport
  return { all: suites.flatMap((suite) => testsIn(suite, relative('.', join(config.rootDir, suite.file)))), errors }
}

/** The message without colours, and without its log of attempts, whose number differs from run to run. */
function shownMessage({ message = '' }: PlaywrightError): string {
  return stripVTControlCharacters(message)
    .replace(/\n+Call log:[^]*$/, '')
    .trim()
}

interface RanTest {
  readonly file: string
  readonly name: string
  readonly hasRun: boolean
  readonly isFailed: boolean
  /** Of the last run; empty for a test that passed. */
  readonly message: string
}

/** Tests of a suite. `name`: of the suite, beginning with its file. */
function testsIn({ specs = [], suites = [] }: Suite, file: string, name = file): RanTest[] {
  return [
    ...specs.map(({ title, tests }) => ({
      file,
      name: `${name} > ${title}`,
      hasRun: tests.every(({ results }) => results.length > 0),
      isFailed: tests.some(({ status }) => status === 'unexpected'),
      message: tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ results }) => shownMessage(results.at(-1)?.error ?? {}))
        .join('\n'),
    })),
    ...suites.flatMap((suite) => testsIn(suite, file, `${name} > ${suite.title}`)),
  ]
}

function listingIn(text: string | undefined): ListedTests | undefined {
  try {
    const { config, suites } = JSON.parse(text ?? '') as {
      config: { rootDir: string }
      suites: readonly { file: string }[]
    }
    return {
      root: config.rootDir,
      files: [...new Set(suites.map(({ file }) => file))].sort((a, b) => a.localeCompare(b, 'en')),
    }
  } catch {
    return undefined
  }
}

/**
 * Returns a function that writes a list of test files, one per line, and returns its path. Equal lists share a file.
 */
function testLists(folder: string): (names: readonly string[]) => string {
  const known = new Map<string, string>()
  return (names) => {
    const text = `${names.join('\n')}\n`
    const file = known.get(text) ?? join(folder, `tests-${known.size}.txt`)
    if (!known.has(text)) writeFileSync(file, text)
    known.set(text, file)
    return file
  }
}

const slashed = (path: string): string => path.replaceAll('\\', '/')
