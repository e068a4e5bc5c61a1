/** A kind of command that runs tests: how to select test files, and how to read which tests failed. */
export interface Runner {
  readonly name: string
  /** True for a command line that this runner supports. */
  takes(words: readonly string[]): boolean
  /** Environment variables for all runs. */
  readonly env?: Readonly<Record<string, string>>
  /** The command line of the first run, which writes the list of its test files into a folder. */
  listing?(words: readonly string[], folder: string): readonly string[]
  /** The test files of the first run, after its end; undefined if they are not known. */
  list?(run: FirstRun): Promise<TestFiles | undefined>
  /** True if a file that calls the emulator may be a program and no test file. */
  readonly runsPrograms?: true
  /** The command line of a later run, which writes the failed tests into a folder. */
  reporting?(words: readonly string[], folder: string): Command
  /** Known names of failed tests, from the folder of `reporting`. */
  readFailed?(folder: string): Promise<string[]>
  /** The tests that failed with their messages, from the folder of such a run; none where the runner did not say. */
  readFailures?(folder: string): Promise<readonly TestFailure[]>
}

/** A test that failed, or what failed outside of all tests. */
export interface TestFailure {
  /** Beginning with its file or module where that is known; empty outside of all tests. */
  readonly name: string
  readonly message: string
}

/** A command line with its environment variables. */
export interface Command {
  readonly words: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** The first run, which has passed. */
export interface FirstRun {
  readonly words: readonly string[]
  /** Folder with the list of its test files. */
  readonly folder: string
  /** Folder in which its processes noted the clauses that they met. */
  readonly met: string
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
  /**
   * Reads the failed tests from the folder of a run of these files; undefined if the result of some file is not known.
   */
  failures?(folder: string, files: readonly string[]): Promise<FailedTests | undefined>
}

/** Tests of a run that failed. */
export interface FailedTests {
  /** Paths relative to the working folder. */
  readonly files: readonly string[]
  /** Known names of tests. Each begins with its file. */
  readonly tests: readonly string[]
}
