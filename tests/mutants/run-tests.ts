import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** A run that takes longer hangs. */
const MAX_MS = 20 * 60_000

interface JsonReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** A test that failed; `test` is undefined where its file did not come so far. */
export interface Failure {
  readonly file: string
  readonly test: string | undefined
  /** First line of what it said. */
  readonly said: string
}

/** Runs vitest in a folder with these words. Returns the tests that failed; `file` says why where none did, and vitest did. */
export function runTests(folder: string, words: readonly string[]): Failure[] {
  const outputFile = join(folder, 'mutants-report.json')
  rmSync(outputFile, { force: true })
  const { status, signal } = spawnSync(
    process.execPath,
    [
      resolve('node_modules/vitest/vitest.mjs'),
      ...words,
      '--run',
      '--passWithNoTests',
      '--reporter=json',
      `--outputFile=${outputFile}`,
    ],
    { cwd: folder, stdio: 'ignore', timeout: MAX_MS, env: { ...process.env, SVC_RUN_FOLDER: undefined } },
  )
  if (status === 0) return []
  const failures = readFailures(folder, outputFile)
  const said = signal === null ? 'failed outside of tests' : 'hung'
  return failures.length > 0 ? failures : [{ file: `vitest ${words.join(' ')}`, test: undefined, said }]
}

/** Failures in a report; none where vitest ended before it wrote one. */
function readFailures(folder: string, report: string): Failure[] {
  if (!existsSync(report)) return []
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JsonReport
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message, assertionResults }) => {
      const test = assertionResults.find((each) => each.status === 'failed')
      const said = test?.failureMessages[0] ?? message
      return { file: relative(folder, name), test: test?.fullName, said: said.split('\n', 1)[0]! }
    })
}
