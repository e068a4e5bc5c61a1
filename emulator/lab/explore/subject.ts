import type { Emulator } from '../../host/emulator.ts'

/** How a run of the subject ended. */
export type End = 'succeeded' | 'failed' | 'hung' | 'crashed' | 'storm'

export interface Outcome {
  readonly end: End
  /** What it claims: the value of a function, stdout and exit code of a program. */
  readonly output: unknown
  /** What it said beside its output, or why it failed. */
  readonly said: string
  /** What a program printed, as it is. */
  readonly stdout?: string
  /** Of a storm: the calls that it made before the one that was too much. */
  readonly calls?: number
}

/** What bounds one run. */
export interface Limits {
  /** Real milliseconds. */
  readonly timeMs: number
  /** Real milliseconds without any call: a client that pauses before it tries again goes on. */
  readonly idleMs: number
  /** Requests and calls. */
  readonly calls: number
  /** Failing calls of one unit within a second. */
  readonly failingPerSecond: (unit: string) => number
}

/** The client under test: runs once in a world, and never rejects. */
export interface Subject {
  /** How reports call it. */
  readonly name: string
  run(world: Emulator, limits: Limits): Promise<Outcome>
}
