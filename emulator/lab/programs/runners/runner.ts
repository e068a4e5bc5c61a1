/** A kind of command that runs tests: how it is told which files to run, and how it tells what failed. */
export interface Runner {
  readonly name: string
  /** True for a command line that it reads, and may add words to. */
  takes(words: readonly string[]): boolean
  /** Variables of every run. */
  readonly env?: Readonly<Record<string, string>>
  /** The command line of the first run, which lists its test files in a folder. */
  listing?(words: readonly string[], folder: string): readonly string[]
  /** The test files of the first run, once it has ended; undefined where they are not known. */
  list?(run: FirstRun): Promise<TestFiles | undefined>
  /** True where a file that asks the emulator may be any program, as long as the test files are not known. */
  readonly runsPrograms?: true
  /** A run beside others, which reports what failed into a folder. */
  reporting?(words: readonly string[], folder: string): Command
  /** Names of the tests that failed, from the folder of such a run; those that are known. */
  readFailed?(folder: string): Promise<string[]>
}

/** A command line, and variables for it. */
export interface Command {
  readonly words: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** A run that listed its test files, and ended well. */
export interface FirstRun {
  readonly words: readonly string[]
  /** Where it listed them. */
  readonly folder: string
  /** Where its processes noted what they met. */
  readonly met: string
  readonly pid: number | undefined
  /** Runs another command line to its end, and gives what it printed; undefined when it fails. */
  ask(words: readonly string[]): Promise<string | undefined>
}

/** The test files of a runner that can be told which of them to run. */
export interface TestFiles {
  /** Relative to this folder. */
  readonly all: readonly string[]
  /** The command line that runs some of them. */
  only(wanted: readonly string[]): readonly string[]
  /**
   * Reads the tests that failed from the folder of a run of these files; undefined where that cannot be told of each
   * file.
   */
  failures?(folder: string, files: readonly string[]): Promise<FailedTests | undefined>
}

/** Tests of a run that failed. */
export interface FailedTests {
  /** Relative to this folder. */
  readonly files: readonly string[]
  /** Names of the tests, as far as they are known: each begins with its file. */
  readonly tests: readonly string[]
}
