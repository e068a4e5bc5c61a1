/** The test files of a runner that can be told which of them to run. */
export interface TestFiles {
  /** Relative to this folder. */
  readonly all: readonly string[]
  /** The command line that runs some of them. */
  only(wanted: readonly string[]): readonly string[]
  /** Reads the tests that failed from the folder of a run of these files; undefined where that cannot be told of each file. */
  failures?(folder: string, files: readonly string[]): Promise<FailedTests | undefined>
}

/** Tests of a run that failed. */
export interface FailedTests {
  /** Relative to this folder. */
  readonly files: readonly string[]
  /** Names of the tests, as far as they are known: each begins with its file. */
  readonly tests: readonly string[]
}
