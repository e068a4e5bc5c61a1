import type { Emulator } from '../../host/emulator.ts'
import type { Waiting } from './slots.ts'

/** How a run ended. */
export type End = 'succeeded' | 'failed' | 'hung' | 'crashed' | 'storm'

/** The end of a run, as the client showed it. */
export interface Outcome {
  readonly end: End
  /** Result: the value of a function, stdout and exit code of a program. */
  readonly output: unknown
  /** Log of the client, or the reason of its failure. */
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
  /** Ends the run as hung. */
  readonly hang?: AbortSignal | undefined
  /** Notified when the run waits, so that another can begin. */
  readonly waiting?: Waiting | undefined
}

/** Limits that only a run without an end exceeds. */
export const wideLimits = (timeMs: number): Limits => ({
  timeMs,
  idleMs: timeMs,
  calls: 100_000,
  failingPerSecond: () => Infinity,
})

/** Somebody's code that asks a world it is given: runs once in it, and never rejects. `WorldSubject` makes a subject of it. */
export interface Client {
  /** Name in reports. */
  readonly name: string
  /** Its runs share this process. */
  readonly isInProcess?: boolean
  /** @param signal ends the run */
  run(world: Emulator, limits: Limits, signal?: AbortSignal): Promise<Outcome>
}
