/** Declaration of a kind of fault. */
import type * as v from 'valibot'
import type { ApiError } from '../../contract/api-error.ts'
import type { Problem } from '../checking/problems.ts'
import type { World } from '../world/world.ts'
import type { HttpDelivery } from './http-delivery.ts'
import type { SocketDelivery } from './socket-delivery.ts'

/** Marks a transport on which a fault has no effect, with the reason. */
export interface CannotShow {
  readonly reason: string
}

export function cannotShow(reason: string): CannotShow {
  return { reason }
}

/** Changes that a fault makes to a delivery; other fields stay. */
export type Effect<Delivery, Argument> = (delivery: Delivery, argument: Argument) => Partial<Delivery>

/**
 * Part of an answer that reaches its client: all of it (`whole`); nothing, because it is not sent (`lost`) or its
 * connection is closed (`dropped`) or reset (`reset`) before; the beginning (`cut`); or unreadable data (`spoiled`).
 */
type Delivery = 'whole' | 'lost' | 'dropped' | 'reset' | 'cut' | 'spoiled'

/** Ways in which an answer fails to reach its client, as named in the journal. */
export const failedDeliveries = ['lost', 'dropped', 'reset', 'cut', 'spoiled'] as const satisfies readonly Delivery[]
export type FailedDelivery = (typeof failedDeliveries)[number]

interface Declared<Name extends string, Argument> {
  /** Key in `do`. */
  readonly name: Name
  /** Schema of the value under that key. */
  readonly argument: v.GenericSchema<Argument>
  /** Problems of a well-formed argument that no transport could send. Paths start at the argument. */
  readonly problems?: (argument: Argument) => Problem[]
}

/** A fault that answers in place of the service. */
export interface AnswerFault<Name extends string, Argument> extends Declared<Name, Argument> {
  readonly answer: (world: World, argument: Argument) => ApiError
}

/** A fault that changes the delivery of an answer. */
export interface DeliveryFault<Name extends string, Argument> extends Declared<Name, Argument> {
  /** No client is left to answer: with `at: before` the handler does not run. */
  readonly skipsHandler?: boolean
  /** Part of the answer that reaches its client. */
  readonly delivery: Delivery
  /** Argument for one answer, where the written one leaves something to chance. */
  readonly draw?: (argument: Argument, ids: World['ids']) => Argument
  /** The answer over HTTP, or its body, is delayed, if it comes at all. */
  readonly takesTime?: boolean
  /** Effect on an answer over HTTP. */
  readonly http: Effect<HttpDelivery, Argument> | CannotShow
  /** Effect on the frame that answers a call on a socket. */
  readonly socket: Effect<SocketDelivery, Argument>
  /** In a batch: affects its own answer within the frame, or the whole frame. */
  readonly inBatch: 'answer' | 'frame'
}

export type FaultKind<Name extends string = string, Argument = never> =
  | AnswerFault<Name, Argument>
  | DeliveryFault<Name, Argument>

/** Declares a fault that changes the delivery of an answer. */
export function fault<const Name extends string, Argument>(
  kind: DeliveryFault<Name, Argument>,
): DeliveryFault<Name, Argument> {
  return kind
}

/** Declares a fault that answers in place of the service. */
export function answerFault<const Name extends string, Argument>(
  kind: AnswerFault<Name, Argument>,
): AnswerFault<Name, Argument> {
  return kind
}
