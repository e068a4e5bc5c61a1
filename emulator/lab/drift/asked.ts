import type { StatementId } from '../../engine/coverage/statements.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import type { Observation } from './observation.ts'

/** Whose credentials a request carries. */
export interface AskedCaller {
  /** As reports show it: `main`, `other`, or that of a variable; `none` for no credentials. */
  readonly name: string
  /** Headers with the secret, in lower case. They stand in no report. */
  readonly credentials: Readonly<Record<string, string>>
}

interface AskedBase {
  /** The probe file, recording or command that it comes from. */
  readonly probe: string
  readonly caller: AskedCaller
  /** Sent by a client or read from a file: it may be about records that were there before the run. */
  readonly foreign?: boolean
}

/** A request as it was sent to the target. */
export interface AskedHttp extends AskedBase {
  readonly via: 'http'
  readonly method: string
  /** Below the API URL, with the query. */
  readonly path: string
  /** Without credentials, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

/** A call as it was sent to the target. */
export interface AskedCall extends AskedBase {
  readonly via: 'socket'
  /** Which of the caller's connections; calls of one are answered with the same authentication. */
  readonly socket: string
  readonly method: string
  readonly params: unknown
  /** A notification: nothing comes back. */
  readonly notify?: boolean
}

export type Asked = AskedHttp | AskedCall

/** A request and the target's answer: a line of the transcript of a run. */
export interface Exchange {
  /** From 1, in the order in which they were asked. */
  readonly number: number
  readonly asked: Asked
  readonly observation: Observation
}

/** The twin's answer to the same request, translated. */
export interface TwinAnswer {
  readonly observation: Observation
  /** Clauses and assumptions that the answer rests on. */
  readonly statements: readonly StatementId[]
  /** Undefined where no unit has the path or method. */
  readonly unit: Unit | undefined
}

/** An exchange beside what the twin answered. */
export interface ComparedExchange {
  readonly exchange: Exchange
  readonly twin: TwinAnswer
}
