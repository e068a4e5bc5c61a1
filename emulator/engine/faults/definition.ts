/** How a kind of fault is declared. */
import type * as v from 'valibot'
import type { ApiError } from '../../contract/api-error.ts'
import type { Problem } from '../checking/problems.ts'
import type { World } from '../world/world.ts'
import type { HttpDelivery } from './http-delivery.ts'
import type { SocketDelivery } from './socket-delivery.ts'

/** Stands where something has no way to be shown, with the reason. */
export interface CannotShow {
  readonly reason: string
}

export function cannotShow(reason: string): CannotShow {
  return { reason }
}

/** What a fault changes of a delivery; the fields that it leaves out stay. */
export type Effect<Delivery, Argument> = (delivery: Delivery, argument: Argument) => Partial<Delivery>

/**
 * How much of an answer reaches its client: all of it (`whole`); nothing, because it is never sent (`lost`) or because its connection
 * is closed (`dropped`) or reset (`reset`) first; the beginning alone (`cut`); or something that cannot be read (`spoiled`).
 */
type Delivery = 'whole' | 'lost' | 'dropped' | 'reset' | 'cut' | 'spoiled'

/** Ways in which an answer does not reach its client, as the journal names them. */
export const failedDeliveries = ['lost', 'dropped', 'reset', 'cut', 'spoiled'] as const satisfies readonly Delivery[]
export type FailedDelivery = (typeof failedDeliveries)[number]

interface Declared<Name extends string, Argument> {
  /** Its word in `do`. */
  readonly name: Name
  /** Schema of the value under that word. */
  readonly argument: v.GenericSchema<Argument>
  /** What is wrong with an argument that has its shape: what no transport could send. Paths start at the argument. */
  readonly problems?: (argument: Argument) => Problem[]
}

/** A fault that answers in place of the service. */
export interface AnswerFault<Name extends string, Argument> extends Declared<Name, Argument> {
  readonly answer: (world: World, argument: Argument) => ApiError
}

/** A fault that spoils how an answer is delivered. */
export interface DeliveryFault<Name extends string, Argument> extends Declared<Name, Argument> {
  /** There is nobody left to answer: with `at: before` the handler does not run. */
  readonly skipsHandler?: boolean
  /** How much of the answer reaches its client. */
  readonly delivery: Delivery
  /** The answer over HTTP, or its body, comes later, if at all. */
  readonly takesTime?: boolean
  /** On the answer to a request over HTTP. */
  readonly http: Effect<HttpDelivery, Argument> | CannotShow
  /** On the frame that answers a call on a socket. */
  readonly socket: Effect<SocketDelivery, Argument>
  /** In a batch: whether it spoils the one answer within the frame, or the frame. */
  readonly inBatch: 'answer' | 'frame'
}

export type FaultKind<Name extends string = string, Argument = never> =
  | AnswerFault<Name, Argument>
  | DeliveryFault<Name, Argument>

/** Declares a fault that spoils the delivery of an answer. */
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
