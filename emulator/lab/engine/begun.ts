import type { Emulator } from '../../host/emulator.ts'
import { runWorldBaseline, type Baseline } from './baseline.ts'
import { callNames } from './call-names.ts'
import { wideLimits, type Client, type Limits } from './client.ts'
import type { Deadline } from './deadline.ts'
import { limitFor } from './limit-for.ts'
import type { Plan } from './question.ts'
import type { Subject } from './subject.ts'
import type { Variant } from './variant.ts'
import { WorldSubject } from './world-subject.ts'

/** A subject that ran without a variant. */
export interface Begun {
  readonly subject: Subject
  readonly baseline: Baseline
  readonly deadline: Deadline
  /** Limits of a run that may make so many times the calls. */
  limits(moreCalls: number): Limits
  plan(variants: readonly Variant[]): Promise<Plan>
}

/** Bounds of the runs of a client. */
export interface ClientBounds {
  readonly deadline: Deadline
  /** Real milliseconds for one run. Default: five times the run as it is, at least 10 s. */
  readonly timeLimit: number | undefined
  /** Runs at the same time; default 1. */
  readonly jobs?: number | undefined
  /** Real milliseconds for the run as it is. */
  readonly firstMs?: number
}

/** Real milliseconds of a run as it is, and its factor over a given limit. */
const FIRST_MS = 120_000
const GIVEN_LIMITS = 10
/** Factor of the time limit for a client that keeps calling with pauses. */
const CALLING_LIMITS = 4

/** Runs a client as it is in a world. Rejects as `runWorldBaseline`. */
export async function beginClient(
  client: Client,
  base: Emulator,
  { deadline, timeLimit, jobs, firstMs = FIRST_MS }: ClientBounds,
): Promise<Begun> {
  const whole = wideLimits(Math.max(firstMs, GIVEN_LIMITS * (timeLimit ?? 0)))
  const baseline = await runWorldBaseline(new WorldSubject(client, base), whole, deadline)
  const { subject, first, tookMs } = baseline
  const calls = callNames(first.calls).length + first.openings + 1
  const idleMs = timeLimit ?? limitFor(tookMs)
  const limits = { ...wideLimits(idleMs), timeMs: timeLimit ?? CALLING_LIMITS * idleMs }
  return {
    subject,
    baseline,
    deadline,
    limits: (moreCalls) => ({ ...limits, calls: moreCalls * calls }),
    plan: async () => ({ jobs }),
  }
}
