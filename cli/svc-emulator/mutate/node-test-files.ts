import { basename, relative } from 'node:path'
import { readEndedPrograms, readStartedPrograms } from './met.ts'
import type { TestFiles } from './test-files.ts'

/** True for a command line of node:test, whose test files are programs of their own. */
export function isNodeTest([program = '', ...words]: readonly string[]): boolean {
  return ['node', 'node.exe'].includes(basename(program)) && words.includes('--test') && !words.includes('--watch')
}

/**
 * Test files that loaded an emulator in a run. Undefined where there was none, or where another program did, such as a
 * server that a test starts: it runs no tests.
 *
 * @param runner process of node:test, which starts each test file
 */
export async function nodeTestFiles(
  words: readonly string[],
  folder: string,
  runner: number | undefined,
): Promise<TestFiles | undefined> {
  const started = await readStartedPrograms(folder)
  if (started.length === 0 || started.some(({ parent }) => parent !== runner)) return undefined
  const all = [...new Set(started.map(({ file }) => file))].toSorted()
  // Files that are named are left out; without a name node looks for all, and with one it does not.
  const others = words.filter((word) => !all.includes(relative('.', word)))
  return { all, only: (wanted) => [...others, ...wanted], failures: readFailures }
}

const readFailures: NonNullable<TestFiles['failures']> = async (folder, files) => {
  const ended = await readEndedPrograms(folder)
  if (files.some((file) => !ended.has(file))) return undefined
  const failed = [...ended].flatMap(([file, code]) => (code === 0 ? [] : [file]))
  return { files: failed, tests: failed }
}
