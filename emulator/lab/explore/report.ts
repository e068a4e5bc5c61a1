import type { ContractStamp } from '../../contract/stamp.ts'
import type { End } from '../engine/client.ts'
import type { Remembered } from '../engine/memory.ts'
import type { Group } from './fault.ts'
import type { Verdict } from './verdict.ts'

/** One experiment in a report. */
export interface ExperimentReport extends Remembered {
  /** Id for `--case`. */
  readonly id: string
  /** The call at which the fault was injected; null for the whole run. */
  readonly point: string | null
  readonly fault: string
  readonly group: Group
  /** Description of the fault. */
  readonly what: string
  readonly verdict: Verdict
  readonly because: string
  /** True if the run reached the fault. */
  readonly reached: boolean
  /** For an order of calls: the events in order, one per line. */
  readonly order?: readonly string[]
  readonly end: End
  /** A call that failed and was never repeated with success, although the client claims success. */
  readonly ignored?: string
  /** Number of calls that came again too early, if there were any. */
  readonly earlyCalls?: number
}

/** Rejected experiments with one verdict that share a fault, or show the same difference. */
export interface Finding {
  readonly verdict: Verdict
  /** The most severe of its faults. */
  readonly fault: string
  readonly faults: readonly string[]
  readonly group: Group
  /** Change that the first experiment made. */
  readonly what: string
  /** Behaviour of the subject: the difference, the error. */
  readonly because: string
  /** The documented fact, and what the subject should have done. */
  readonly lesson: string
  /** Statements that document the faults. */
  readonly clauses: readonly string[]
  /** Experiments that show it. */
  readonly cases: readonly ExperimentReport[]
  /** Number of experiments with these faults. */
  readonly of: number
}

export interface ExploreReport {
  /** The contract that its faults and clauses are of, and the release that wrote it. */
  readonly contract: ContractStamp
  readonly subject: string
  /** Output of the subject without a fault. */
  readonly output: unknown
  /** Calls of the baseline. */
  readonly points: readonly string[]
  readonly experiments: readonly ExperimentReport[]
  /** Findings, the worst first. */
  readonly findings: readonly Finding[]
  /** Findings that were accepted beforehand. */
  readonly accepted: readonly Finding[]
  /** Accepted findings that did not occur. */
  readonly stale: readonly string[]
  /** Remarks that are not findings. */
  readonly notes: readonly string[]
  /** Experiments that did not fit into the budget, by group. */
  readonly left: Readonly<Partial<Record<Group, number>>>
  /** Paths of the output that differ between equal runs. */
  readonly masks: readonly string[]
  /** Number of experiments that exercised each clause, of those that were run. */
  readonly clauses: Readonly<Record<string, number>>
}
