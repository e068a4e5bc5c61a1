import type { LabOrder } from '../../engine/world/lab-order.ts'
import type { Seen, TestFailure } from '../engine/subject.ts'
import type { Notes } from '../runners/lab-folder.ts'
import type { Environment } from '../../scenario/run/program-environment.ts'

/** A command that runs tests, again and again. */
export interface TestCommand {
  readonly program: readonly string[]
  readonly env: Environment
  /** Ends what runs. */
  readonly stop: AbortSignal
}

/** One run of tests. */
export interface TestRun {
  readonly end: 'passed' | 'failed' | 'timeout' | 'stopped'
  /** Description of the end, with what was printed if that alone says why. */
  readonly said: string
  /** Tests that failed, and what failed outside of them. Empty where the runner does not say. */
  readonly failures: readonly TestFailure[]
  /** Files that failed; undefined if the result of some file is not known. */
  readonly failedFiles: readonly string[] | undefined
  readonly printed: string
  readonly notes: Notes
}

/** Runs of a command of tests. */
export interface TestRuns {
  /** The test files, once a run has shown them; undefined where they are not known. */
  readonly files: readonly string[] | undefined
  /**
   * Runs the tests in worlds that follow an order. Never rejects but with `SubjectFails`, for a command that cannot be
   * started.
   *
   * @param files some of `files`; undefined: the whole command
   */
  run(order: LabOrder, timeMs: number, files?: readonly string[]): Promise<TestRun>
  /** Paths of the modules that each test file loads, itself included, once it ran. */
  findModules?(): Promise<ReadonlyMap<string, readonly string[]> | undefined>
  /** Leaves nothing behind. */
  close(): Promise<void>
}

/** The end of a run whose tests do not end. */
export const hanging: TestFailure = { name: '', message: 'the tests do not end' }

/** Longest delay of a timer. */
export const FOREVER = 2_147_483_647

const ends = { passed: 'succeeded', failed: 'failed', timeout: 'hung', stopped: 'failed' } as const

/**
 * Traces of a run of tests, for a judge.
 *
 * @param ran test files that decide it; undefined where all do
 */
export function readSeen({ end, said, failures, failedFiles, notes }: TestRun, ran?: readonly string[]): Seen {
  return {
    end: ends[end],
    said,
    tests: { failures, ...(failedFiles !== undefined && { failedFiles }), ...(ran !== undefined && { ran }) },
    met: () => notes.met(),
    altered: () => notes.altered(),
    units: () => notes.units(),
  }
}
