import { vitestLine } from './vitest-line.ts'
import { nodeTest } from './node-test.ts'
import { playwright } from './playwright.ts'
import { pytest } from './pytest.ts'
import type { Runner } from './runner.ts'
import { vitest } from './vitest.ts'

/** A command that only reports by its exit code. */
const anyProgram: Runner = { name: 'a program', takes: () => true }

/** True for a command line of a known test runner, or of a script in package.json with such a command line. */
export function isTestRun(words: readonly string[], folder = process.cwd()): boolean {
  return findRunner(words) !== anyProgram || vitestLine(words, folder) !== undefined
}

/** Finds the runner of a command line. */
export function findRunner(words: readonly string[]): Runner {
  return [vitest, nodeTest, playwright, pytest].find((each) => each.takes(words)) ?? anyProgram
}
