import { readFile } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import type { TestFailure } from '../engine/subject.ts'
import type { Runner, TestFiles } from './runner.ts'

/** vitest, started for each run. */
export const vitest: Runner = {
  name: 'vitest',
  takes: isVitest,
  list: ({ words, folder }) => vitestFiles(words, folder),
  reporting: (words, folder) => ({ words: listingFiles(words, folder) }),
  readFailures: readVitestFailures,
}

/** True for a command line of vitest's own, so that flags of vitest may be added at its end. */
function isVitest(words: readonly string[]): boolean {
  return words.some((word) => ['vitest', 'vitest.mjs', 'vitest.cmd'].includes(basename(word))) && !words.includes('--')
}

/** The command line with a report of the test files beside what it prints anyway. */
function listingFiles(words: readonly string[], folder: string): string[] {
  const own = words.some((word) => word === '--reporter' || word.startsWith('--reporter='))
  return [...words, ...(own ? [] : ['--reporter=default']), '--reporter=json', `--outputFile.json=${listFile(folder)}`]
}

/** The test files of the run; undefined where vitest did not say. */
async function vitestFiles(words: readonly string[], folder: string): Promise<TestFiles | undefined> {
  try {
    const { testResults } = JSON.parse(await readFile(listFile(folder), 'utf8')) as VitestReport
    const all = testResults.map(({ name }) => relative('.', name))
    return { all, only: (wanted) => onlyFiles(words, all, wanted) }
  } catch {
    return undefined
  }
}

/** The tests that failed in the run, each with its file; none where vitest did not say. */
async function readVitestFailures(folder: string): Promise<TestFailure[]> {
  try {
    const { testResults } = JSON.parse(await readFile(listFile(folder), 'utf8')) as VitestReport
    return testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ ancestorTitles, title, failureMessages: [text = ''] = [] }) => ({
          name: [relative('.', file), ...ancestorTitles, title].join(' > '),
          message: text.replace(/\n +at [^]*$/, ''),
        })),
    )
  } catch {
    return []
  }
}

/** The part of vitest's JSON report that is read. */
interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly title: string
      readonly failureMessages?: readonly string[]
      readonly ancestorTitles: readonly string[]
    }[]
  }[]
}

/** The command line for some of its test files: the others are left out by their whole paths, whatever else the line says. */
export function onlyFiles(words: readonly string[], all: readonly string[], wanted: readonly string[]): string[] {
  return [
    ...words,
    ...all.filter((file) => !wanted.includes(file)).map((file) => `--exclude=${escapedGlob(resolve(file))}`),
  ]
}

function escapedGlob(path: string): string {
  return path.replaceAll('\\', '/').replaceAll(/[*?[\]{}()!+@]/g, '\\$&')
}

function listFile(folder: string): string {
  return join(folder, 'files.json')
}
