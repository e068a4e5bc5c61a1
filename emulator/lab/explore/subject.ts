import type { Emulator } from '../../host/emulator.ts'
import type { Waiting } from './slots.ts'

/** How a run of the subject ended. */
export type End = 'succeeded' | 'failed' | 'hung' | 'crashed' | 'storm'

export interface Outcome {
  readonly end: End
  /** Result: the value of a function, stdout and exit code of a program. */
  readonly output: unknown
  /** Log of the subject, or the reason of its failure. */
  readonly said: string
  /** Output of a program, unparsed. */
  readonly stdout?: string
  /** For a storm: number of calls within the limit. */
  readonly calls?: number
}

/** Limits of one run. */
export interface Limits {
  /** Real milliseconds. */
  readonly timeMs: number
  /** Real milliseconds without a call. A client that pauses between attempts is allowed to go on. */
  readonly idleMs: number
  /** Requests and calls. */
  readonly calls: number
  /** Failing calls of one unit per second. */
  readonly failingPerSecond: (unit: string) => number
  /** Notified when the run waits, so that another can begin. */
  readonly waiting?: Waiting | undefined
}

/** A client under test: runs once in a world, and never rejects. */
export interface Subject {
  /** Name in reports. */
  readonly name: string
  /** Its runs share this process. */
  readonly isInProcess?: boolean
  run(world: Emulator, limits: Limits): Promise<Outcome>
}
