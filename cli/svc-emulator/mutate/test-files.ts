/** The test files of a runner that can be told which of them to run. */
export interface TestFiles {
  /** Relative to this folder. */
  readonly all: readonly string[]
  /** The command line that runs some of them. */
  only(wanted: readonly string[]): readonly string[]
}
