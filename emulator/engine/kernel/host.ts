import type { Snapshot } from '../world/world-state.ts'
import type { Exchange } from './exchange.ts'
import type { ExchangeHost } from './exchange-host.ts'
import type { Redo } from './redo.ts'

/** Request that was answered once, and can be answered again. */
export interface Attempt {
  /** World before the request. */
  readonly before: Snapshot
  /** Answers the request again, from the present state of the world. */
  again(redo: Redo): Exchange
}

/** Breaks a statement that an answer shows, in worlds whose settings ask for it. */
export type Breaker = (exchange: Exchange, attempt: Attempt) => Exchange

/** Answers by the alternatives that a world decides for, where the answer rests on their assumptions. */
export type Decider = (exchange: Exchange, attempt: Attempt) => Exchange

/** Answers requests that are not ones of the API; undefined leaves a request unanswered. */
export type Beside = (request: Request) => Response | undefined | Promise<Response | undefined>

/** Host of exchanges, with the breaker of their answers. */
export interface Host extends ExchangeHost {
  /** Carries out `settings.broken`. */
  readonly breaker: Breaker
  /** Carries out the alternatives in force (`settings.otherwise`). */
  readonly decider: Decider
  readonly beside?: Beside | undefined
}
