import type { KeptExchange } from '../../engine/journal/entry.ts'
import type { Canonical } from './canonical.ts'
import type { End, Limits } from './client.ts'
import type { Overlay } from './overlay.ts'

/** Anything that can be run again and again, each time in a world that differs by an overlay. */
export interface Subject {
  /** Name in reports. */
  readonly name: string
  /** Its runs share this process: one that does not end cannot be ended. */
  readonly isInProcess?: boolean
  /** Runs once, and never rejects. A run that `signal` ends shows nothing. */
  run(overlay: Overlay, limits: Limits, signal?: AbortSignal): Promise<Seen>
  /** Paths of the modules that each test file loads, itself included, once it ran. Undefined where that is not known. */
  findModules?(): Promise<ReadonlyMap<string, readonly string[]> | undefined>
}

/** Traces of a run. */
export interface Seen {
  readonly end: End
  /** Its log, or the reason of its failure. */
  readonly said: string
  /** Its result, for comparison: ids that the run drew have labels, times are left out. Undefined for tests. */
  readonly output?: unknown
  /** The tests of a suite. */
  readonly tests?: TestResults
  /** The records that differ from the start. Undefined where the emulators are not in this process. */
  readonly world?: Canonical
  /** The calls, with their answers. */
  readonly calls?: readonly KeptExchange[]
  /** The statements that answers rested on, by id. */
  readonly met: () => Met
  /** Ids of the endpoints and commands that were asked; undefined where that is not known. */
  readonly units?: () => ReadonlySet<string>
  /** Ids of mutants and alternatives that changed an answer. */
  readonly altered: () => ReadonlySet<string>
}

/** Places in which each statement was met. */
export type Met = ReadonlyMap<string, MetBy>

/** Tests that met a statement. Both are empty for a client without tests. */
export interface MetBy {
  readonly names: readonly string[]
  /** Test files; undefined if not all of them are known. */
  readonly files: readonly string[] | undefined
}

/** Results of a suite. */
export interface TestResults {
  /** Tests that failed, with what failed outside of tests. */
  readonly failures: readonly TestFailure[]
  /** Files that failed, if each that ran is known. */
  readonly failedFiles?: readonly string[]
  /** Test files that decide it; undefined where all do. */
  readonly ran?: readonly string[]
}

/** A test that failed, or what failed outside of all tests. */
export interface TestFailure {
  /** Beginning with its file or module where that is known; empty outside of all tests. */
  readonly name: string
  readonly message: string
}

/** Statements and rules of a run that nobody asks for. */
export const nothingMet: Pick<Seen, 'met' | 'altered'> = { met: () => new Map(), altered: () => new Set() }
