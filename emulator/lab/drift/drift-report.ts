import type { Case } from '../../contract/cases.ts'
import type { ClauseId } from '../../contract/clauses.ts'
import type { Fact } from '../../host/facts/facts.ts'

/**
 * `held`: the target answered as the sentence says, in all cases of the sentence. `partly`: in some cases; the others
 * were not asked. `contradicted`: the target answered otherwise. `undecided`: probes rest on the sentence, but none of
 * their answers could be compared. `not-reached`: no probe rests on the sentence.
 */
export type DriftVerdict = 'held' | 'partly' | 'contradicted' | 'not-reached' | 'undecided'

/** An answer as a report shows it: without keys. `status` is missing for a call on a socket. */
export interface ReportedAnswer {
  readonly status?: number
  /** JSON as a value, other text as text, other content as `{bytes}`. */
  readonly body: unknown
}

/** An exchange as a report shows it: without keys. */
export interface ReportedExchange {
  /** Number of the exchange in the run, from 1. */
  readonly number: number
  /** Name of the probe file, recording or command that the request comes from. */
  readonly probe: string
  /** `GET /users/me`, or `workflow.list_sessions` for a call on a socket. */
  readonly request: string
  /** Name of the key that was sent: `main`, `other`, or the name of a variable. */
  readonly caller: string
  /** JSON that was sent. */
  readonly body?: unknown
  readonly target: ReportedAnswer
  readonly twin: ReportedAnswer
  /** Differences in what the specification determines, one line each. */
  readonly differences: readonly string[]
  /** The command line that repeats the exchange. */
  readonly again: string
}

/** The verdict of one clause. */
export interface DriftClause {
  readonly id: ClauseId
  readonly verdict: DriftVerdict
  /** Number of exchanges that the verdict rests on; for a contradicted clause, of those that contradict it. */
  readonly count: number
  /** Cases of the sentence, if it has any: those in which it held, and those that were not asked. */
  readonly cases?: { readonly held: readonly Case[]; readonly notAsked: readonly Case[] }
  /**
   * `mutant`: a twin that breaks the sentence answers like the target. `citation`: the twin's answer cites the
   * sentence.
   */
  readonly explainedBy?: 'mutant' | 'citation'
  /** All clauses that explain the difference equally well, the likeliest first, including this one. */
  readonly oneOf?: readonly ClauseId[]
  /** Further clauses that the answer cites, if no mutant explains the difference. */
  readonly sameAnswer?: readonly ClauseId[]
  readonly exchange?: ReportedExchange
  /** The reason for `undecided`. */
  readonly reason?: string
}

/** Result of a run, with a verdict for each sentence of the REST and realtime API. */
export interface DriftReport {
  /** URL of the target. */
  readonly target: string
  /** Release of the emulator. */
  readonly release: string
  readonly contract: { readonly version: string; readonly digest: string }
  /** One sentence, if the question could not be asked: the target is not the service, does not serve, or refuses a key. */
  readonly ill?: string
  /** Exchanges with the target. */
  readonly probes: number
  readonly clauses: readonly DriftClause[]
  /** The target's behaviour where the specification is silent, as in a facts file. */
  readonly facts: readonly Fact[]
  /** Requests that were not sent or not waited for, and the reason, one line each. */
  readonly leftOut: readonly string[]
  /** Records that the run made and could not delete, one line each. */
  readonly leftBehind: readonly string[]
}
