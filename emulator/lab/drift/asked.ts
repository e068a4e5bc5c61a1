import { type Fields, isObject } from '../../engine/checking/is-object.ts'
import { shallowJson } from '../../engine/checking/lost-number.ts'
import type { StatementId } from '../../engine/coverage/statements.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import type { Observation } from './observation.ts'

/** The caller of a request. */
export interface AskedCaller {
  /** Name in reports: `main`, `other`, or the name of a variable; `none` without credentials. */
  readonly name: string
  /** Headers with the secret, names in lower case. Never in a report. */
  readonly credentials: Readonly<Record<string, string>>
}

interface AskedBase {
  /** Name of the probe file, recording or command that the request comes from. */
  readonly probe: string
  readonly caller: AskedCaller
  /** Sent by a client or read from a file: it may be about records that existed before the run. */
  readonly foreign?: boolean
}

/** A request as it was sent to the target. */
export interface AskedHttp extends AskedBase {
  readonly via: 'http'
  readonly method: string
  /** Relative to the API URL, with the query. */
  readonly path: string
  /** Without credentials, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

/** A call as it was sent to the target. */
export interface AskedCall extends AskedBase {
  readonly via: 'socket'
  /** Name of one of the caller's connections. Calls on one connection share its authentication. */
  readonly socket: string
  readonly method: string
  readonly params: unknown
  /** True for a notification, which has no answer. */
  readonly notify?: boolean
}

export type AskedRequest = AskedHttp | AskedCall

/** Fields of the body, or the parameters of the call. */
export function sentBody(asked: AskedRequest): Fields {
  const sent =
    asked.via === 'socket' ? asked.params : typeof asked.body === 'string' ? shallowJson(asked.body) : undefined
  return isObject(sent) ? sent : {}
}

/** Fields of the query and the body, or the parameters of the call. */
export function sentFields(asked: AskedRequest): Fields {
  const query = asked.via === 'socket' ? '' : asked.path.split('?', 2)[1]
  return { ...Object.fromEntries(new URLSearchParams(query)), ...sentBody(asked) }
}

/** Secrets that a caller sends. */
export function sentSecrets({ credentials }: AskedCaller): string[] {
  return Object.values(credentials).map((value) => value.replace(/^Bearer /, ''))
}

/** A request and the target's answer. */
export interface ObservedExchange {
  /** Counts from 1, in the order of sending. */
  readonly number: number
  readonly asked: AskedRequest
  readonly observation: Observation
}

/** The twin's answer to the translated request. */
export interface TwinAnswer {
  readonly observation: Observation
  /** Clauses and assumptions that the answer rests on. */
  readonly statements: readonly StatementId[]
  /** Undefined if no unit has the path or method. */
  readonly unit: Unit | undefined
}

/** An exchange with the twin's answer. */
export interface ComparedExchange {
  readonly exchange: ObservedExchange
  readonly twin: TwinAnswer
  /** True if the exchange is about records that the twin does not know as the target does: it shows no fact. */
  readonly unseen?: boolean
}
