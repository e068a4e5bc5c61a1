import type { ContractStamp } from '../../../contract/stamp.ts'
import type { Verdict } from '../verdict.ts'

/** A call that two clients make a different number of times, beyond what they do without a failure. */
export interface CallDifference {
  /** `POST /orgs` */
  readonly call: string
  readonly old: number
  readonly new: number
}

/** Experiments in which two clients differ in the same way. */
export interface ReleaseDifference {
  readonly faults: readonly string[]
  /** Descriptions of the faults. */
  readonly whats: readonly string[]
  /** Sentences about the behaviour of both. */
  readonly sentences: readonly string[]
  /** How each run was judged; null for a client that does not make the call. */
  readonly old: Verdict | null
  readonly new: Verdict | null
  readonly calls: readonly CallDifference[]
  /** Records that differ from a run without a failure, in the worse of the two runs. */
  readonly records: readonly string[]
  /** Ids of the experiments, for `--case`. */
  readonly cases: readonly string[]
  /** Calls at which the fault was injected; null for the whole run. */
  readonly points: readonly (string | null)[]
}

/** Two releases of a client under the same failures. */
export interface ReleasesReport {
  /** The contract that the faults are of, and the release that wrote it. */
  readonly contract: ContractStamp
  readonly subject: string
  readonly against: string
  /** Number of experiments that were compared. */
  readonly experiments: number
  /** Harm that the new client adds: it writes twice, claims success wrongly, hangs, gives up. */
  readonly worse: readonly ReleaseDifference[]
  /** Other requests or another world, neither better nor worse. */
  readonly otherwise: readonly ReleaseDifference[]
  readonly better: readonly ReleaseDifference[]
  /** Remarks: what differs without a failure, what was not compared. */
  readonly notes: readonly string[]
}
