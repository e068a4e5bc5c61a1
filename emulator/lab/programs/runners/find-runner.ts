import { anyProgram } from './any-program.ts'
import { nodeTest } from './node-test.ts'
import { playwright } from './playwright.ts'
import type { Runner } from './runner.ts'
import { vitest } from './vitest.ts'

/** Finds the runner of a command line. */
export function findRunner(words: readonly string[]): Runner {
  return [vitest, nodeTest, playwright].find((each) => each.takes(words)) ?? anyProgram
}
