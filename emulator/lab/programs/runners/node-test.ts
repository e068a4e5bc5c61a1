import { basename, relative } from 'node:path'
import { readEndedPrograms, readStartedPrograms } from '../met.ts'
import { PROGRAM_VARIABLE } from '../../../engine/coverage/meetings.ts'
import type { FirstRun, Runner, TestFiles } from './runner.ts'

/** node:test, to which each test file is a program. */
export const nodeTest: Runner = {
  name: 'node:test',
  takes: isNodeTest,
  env: { [PROGRAM_VARIABLE]: '1' },
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
async function nodeTestFiles({ words, met, pid }: FirstRun): Promise<TestFiles | undefined> {
  const started = await readStartedPrograms(met)
  if (started.length === 0 || started.some(({ parent }) => parent !== pid)) return undefined
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
