import { executable } from '../../scenario/held-files.ts'
import { Stopped } from '../engine/baseline.ts'
import { vitestLine } from '../runners/vitest-line.ts'
import { SessionFailed } from '../runners/vitest-session.ts'
import { KeptVitest } from './kept-vitest.ts'
import { StartedTests } from './started-tests.ts'
import type { TestCommand, TestRuns } from './test-runs.ts'

export const startedBecause = (why: string): string => `svc-emulator: vitest is started for each run: ${why}`

/** Runs of a command: vitest is kept up where its command line allows that, any other command is started. */
export async function openTestRuns(command: TestCommand, note: (text: string) => void): Promise<TestRuns> {
  return (await keepTests(command, note)) ?? (await StartedTests.open(command))
}

/** Keeps vitest up; undefined, and said in a line, where the command does not let it be kept. */
export async function keepTests(
  command: TestCommand,
  note: (text: string) => void,
  pool?: 'threads',
): Promise<KeptVitest | undefined> {
  const line = vitestLine(command.program, process.cwd())
  if (line === undefined) return undefined
  if ('why' in line || executable !== undefined) {
    note(startedBecause('why' in line ? line.why : 'the single executable cannot keep it running'))
    return undefined
  }
  try {
    return await KeptVitest.open({ ...line, pool }, command)
  } catch (error) {
    if (!(error instanceof SessionFailed)) throw error
    if (command.stop.aborted) throw new Stopped()
    note(startedBecause(`it could not be kept running: ${error.message.split('\n', 1)[0]}`))
    return undefined
  }
}
