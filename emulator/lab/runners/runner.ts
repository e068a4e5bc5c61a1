import type { TestFailure } from '../engine/subject.ts'
import type { Notes } from './lab-folder.ts'

/** A kind of command that runs tests: how to select test files, and how to read which tests failed. */
export interface Runner {
  readonly name: string
  /** True for a command line that this runner supports. */
  takes(words: readonly string[]): boolean
  /** The command line with a report of its tests in a folder. */
  reporting?(words: readonly string[], folder: string): RunnerCommand
  /** The test files, after the first run; undefined if they are not known. */
  list?(run: FirstRun): Promise<TestFiles | undefined>
  /** The tests that failed with their messages, from the folder of `reporting`; none where the runner did not say. */
  readFailures?(folder: string): Promise<readonly TestFailure[]>
  /** True if each test file is a program of its own. */
  readonly runsPrograms?: true
}

/** A command line with its environment variables. */
export interface RunnerCommand {
  readonly words: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** The first run. */
export interface FirstRun {
  readonly words: readonly string[]
  /** Folder with its report. */
  readonly folder: string
  /** Folder that lasts as long as the work. */
  readonly root: string
  readonly notes: Notes
  readonly pid: number | undefined
  /** Runs another command line and returns its stdout; undefined if it fails. */
  ask(words: readonly string[]): Promise<string | undefined>
}

/** The test files of a runner that can run some of them. */
export interface TestFiles {
  /** Paths relative to the working folder. */
  readonly all: readonly string[]
  /** The command line that runs some of them. */
  only(wanted: readonly string[]): readonly string[]
  /** The files that failed in a run of these files; undefined if the result of some file is not known. */
  failedFiles?(folder: string, files: readonly string[], notes: Notes): Promise<readonly string[] | undefined>
}
