import type { Case } from '../../contract/cases.ts'
import type { ClauseId } from '../../contract/clauses.ts'
import type { Fact } from '../../host/facts/facts.ts'

/**
 * `held`: the target answered as the sentence says, in every case that it ranges over. `partly`: in some of them, and the others were not asked. `contradicted`: it answered otherwise. `not-reached`: no probe rests on the sentence.
 * `undecided`: probes rest on it, and none of their answers could be compared.
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
  /** The probe file, recording or command that it comes from. */
  readonly probe: string
  /** `GET /users/me`, or `workflow.list_sessions` for a call on a socket. */
  readonly request: string
  /** Name of the key that was sent: `main`, `other`, or that of a variable. */
  readonly caller: string
  /** JSON that was sent. */
  readonly body?: unknown
  readonly target: ReportedAnswer
  readonly twin: ReportedAnswer
  /** The differences along the documented line, one line each. */
  readonly differences: readonly string[]
  /** The command line that asks again. */
  readonly again: string
}

/** The verdict of one clause. */
export interface DriftClause {
  readonly id: ClauseId
  readonly verdict: DriftVerdict
  /** Exchanges that the verdict rests on; of a contradicted clause those that show it. */
  readonly count: number
  /** Cases that it ranges over, where it does: those in which it held, and those that were not asked. */
  readonly cases?: { readonly held: readonly Case[]; readonly notAsked: readonly Case[] }
  /** `mutant`: a twin that breaks the sentence answers as the target did. `citation`: the twin's answer rests on the sentence. */
  readonly explainedBy?: 'mutant' | 'citation'
  /** The clauses that explain the difference equally well, the likeliest first; this one is among them. */
  readonly oneOf?: readonly ClauseId[]
  /** Further clauses that the answer rests on, where no mutant explains the difference. */
  readonly sameAnswer?: readonly ClauseId[]
  readonly exchange?: ReportedExchange
  /** Why it is undecided. */
  readonly reason?: string
}

/** Findings of a run: for each sentence of the REST and realtime API, whether the target keeps it. */
export interface DriftReport {
  /** URL of the target. */
  readonly target: string
  /** Release of the emulator. */
  readonly release: string
  readonly contract: { readonly version: string; readonly digest: string }
  /** Exchanges with the target. */
  readonly probes: number
  readonly clauses: readonly DriftClause[]
  /** Facts of the target where the specification is silent, as a facts file holds them. */
  readonly facts: readonly Fact[]
  /** Probes that were not asked or not waited for, and why, one line each. */
  readonly leftOut: readonly string[]
  /** Records that the run made and could not take away, one line each. */
  readonly leftBehind: readonly string[]
}
