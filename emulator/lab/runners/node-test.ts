import { basename, relative } from 'node:path'
import type { FirstRun, Runner, TestFiles } from './runner.ts'

/** node:test, to which each test file is a program. */
export const nodeTest: Runner = {
  name: 'node:test',
  takes: isNodeTest,
  list: nodeTestFiles,
  runsPrograms: true,
}

/** True for a command line of node:test, whose test files are programs of their own. */
function isNodeTest([program = '', ...words]: readonly string[]): boolean {
  return ['node', 'node.exe'].includes(basename(program)) && words.includes('--test') && !words.includes('--watch')
}

/**
 * Test files that loaded an emulator in a run. Undefined where there was none, or where another program did, such as a
 * server that a test starts: it runs no tests.
 */
async function nodeTestFiles({ words, notes, pid }: FirstRun): Promise<TestFiles | undefined> {
  const started = notes.startedPrograms()
  if (started.length === 0 || started.some(({ parent }) => parent !== pid)) return undefined
  const all = [...new Set(started.map(({ file }) => file))].toSorted()
  // Files that are named are left out; without a name node looks for all, and with one it does not.
  const others = words.filter((word) => !all.includes(relative('.', word)))
  return { all, only: (wanted) => [...others, ...wanted], failedFiles }
}

const failedFiles: NonNullable<TestFiles['failedFiles']> = async (_, files, notes) => {
  const ended = notes.endedPrograms()
  if (files.some((file) => !ended.has(file))) return undefined
  return [...ended].flatMap(([file, code]) => (code === 0 ? [] : [file]))
}
