import type { Emulator } from '../../host/emulator.ts'
import { JOURNAL } from './base-emulator.ts'
import { runWorldBaseline, type Baseline, type WorldBaseline } from './baseline.ts'
import { callNames } from './call-names.ts'
import { wideLimits, type Client, type Limits } from './client.ts'
import type { Deadline } from './deadline.ts'
import { clientLimits, firstLimit } from './limit-for.ts'
import type { Memory } from './memory.ts'
import { ask, type Plan, type Question } from './question.ts'
import type { Subject } from './subject.ts'
import type { Variant } from './variant.ts'
import { WorldSubject } from './world-subject.ts'

/** A subject that ran without a variant. */
export interface Begun {
  readonly subject: Subject
  readonly baseline: Baseline
  /** The baseline of a client that asks a world of this process. */
  readonly inWorld?: WorldBaseline
  readonly deadline: Deadline
  /** Limits of a run that may make so many times the calls. */
  limits(moreCalls: number): Limits
  plan(variants: readonly Variant[]): Promise<Plan>
  /** Verdicts that need no run. */
  readonly memory?: Memory | undefined
}

/** Listener to a question. */
export interface Live<R> {
  /** The subject ran as it is; `of` is the number of variants to try. */
  begin(of: number): void
  tried(result: R): void
}

/**
 * Asks a question to its end, or that of its time. Gives the results by the ids of the variants.
 *
 * @param moreCalls factor by which a variant may multiply the calls of a client
 */
export async function askAll<V extends Variant, R extends object>(
  question: Question<V, R>,
  { limits, memory, ...begun }: Begun,
  moreCalls: number,
  live?: Live<R>,
): Promise<ReadonlyMap<string, R>> {
  const results = new Map<string, R>()
  const asked = (await memory?.recall(question, results, begun)) ?? question
  for await (const event of ask(asked, { ...begun, limits: () => limits(moreCalls) })) {
    if (event.kind === 'baseline') live?.begin(event.of)
    if (event.kind !== 'tried') continue
    results.set(event.variant.id, event.result)
    live?.tried(event.result)
  }
  return results
}

/** Bounds of the runs of a client. */
export interface ClientBounds {
  readonly deadline: Deadline
  /** Real milliseconds for one run. Default: five times the run as it is, at least 5 s. */
  readonly timeLimit: number | undefined
  /** Runs at the same time; default 1. */
  readonly jobs?: number | undefined
  /** Real milliseconds for the run as it is. */
  readonly firstMs?: number
}

/** Most calls of a run, which its journal keeps whole. */
const MOST_CALLS = JOURNAL.size / 2

/** Runs a client as it is in a world. Rejects as `runWorldBaseline`. */
export async function beginClient(
  client: Client,
  base: Emulator,
  { deadline, timeLimit, jobs, firstMs }: ClientBounds,
): Promise<Begun> {
  const whole = wideLimits(firstLimit(timeLimit, firstMs))
  const baseline = await runWorldBaseline(new WorldSubject(client, base), whole, deadline)
  const { subject, first, tookMs } = baseline
  const calls = callNames(first.calls).length + first.openings + 1
  const limits = { ...wideLimits(0), ...clientLimits(tookMs, timeLimit) }
  return {
    subject,
    baseline,
    inWorld: baseline,
    deadline,
    limits: (moreCalls) => ({ ...limits, calls: Math.min(moreCalls * calls, MOST_CALLS) }),
    plan: async () => ({ jobs }),
  }
}
