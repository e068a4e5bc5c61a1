import type { ContractStamp } from '../../contract/stamp.ts'
import type { Group } from './fault.ts'
import type { Verdict } from './verdict.ts'

/** One experiment, as reports tell it. */
export interface ExperimentReport {
  /** Names it again, for `--case`. */
  readonly id: string
  /** The call that the fault was done to; null for the whole run. */
  readonly point: string | null
  readonly fault: string
  readonly group: Group
  /** What was done. */
  readonly what: string
  readonly verdict: Verdict
  readonly because: string
  /** Whether the run came to what was to be done to it. */
  readonly reached: boolean
  /** For an order of calls: what happened in turn, one line each. */
  readonly order?: readonly string[]
}

/** Rejected experiments with one verdict: those of one fault, and those of others that show the same difference. */
export interface Finding {
  readonly verdict: Verdict
  /** The most severe of its faults. */
  readonly fault: string
  readonly faults: readonly string[]
  readonly group: Group
  /** The change that the first experiment made. */
  readonly what: string
  /** What the subject did: the difference, the error. */
  readonly because: string
  /** The fact that the subject has to reckon with, and what it should have done. */
  readonly lesson: string
  /** The statements that make the faults real. */
  readonly clauses: readonly string[]
  /** The experiments that show it. */
  readonly cases: readonly ExperimentReport[]
  /** How many experiments had these faults. */
  readonly of: number
}

export interface ExploreReport {
  /** The contract that its faults and clauses are of, and the release that wrote it. */
  readonly contract: ContractStamp
  readonly subject: string
  /** What it says without a fault. */
  readonly output: unknown
  /** The calls of the baseline. */
  readonly points: readonly string[]
  readonly experiments: readonly ExperimentReport[]
  /** What the oracle rejects, the worst first. */
  readonly findings: readonly Finding[]
  /** Findings that were accepted beforehand. */
  readonly accepted: readonly Finding[]
  /** Accepted findings that did not occur. */
  readonly stale: readonly string[]
  /** Worth knowing, but no finding. */
  readonly notes: readonly string[]
  /** Experiments that the budget left no time for, by group. */
  readonly left: Readonly<Partial<Record<Group, number>>>
  /** Places of the output that differ by themselves. */
  readonly masks: readonly string[]
  /** How often each clause was exercised by experiments. */
  readonly clauses: Readonly<Record<string, number>>
}
