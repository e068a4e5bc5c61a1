import { basename, relative } from 'node:path'
import { readEndedPrograms } from './met.ts'
import type { TestFiles } from './test-files.ts'

/** True for a command line of node:test, whose test files are programs of their own. */
export function isNodeTest([program = '', ...words]: readonly string[]): boolean {
  return ['node', 'node.exe'].includes(basename(program)) && words.includes('--test') && !words.includes('--watch')
}

/** Test files that ended in a run and asked an emulator; undefined where there was none. */
export async function nodeTestFiles(words: readonly string[], folder: string): Promise<TestFiles | undefined> {
  const all = [...(await readEndedPrograms(folder)).keys()].toSorted()
  if (all.length === 0) return undefined
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
