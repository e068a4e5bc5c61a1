import type { Snapshot } from '../world/world-state.ts'
import type { World } from '../world/world.ts'
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

/** Answers a request, with a change if it is done again. */
export type Respond = (redo?: Redo) => Exchange

/** Answers requests that are not ones of the API; undefined leaves a request unanswered. */
export type Beside = (request: Request) => Response | undefined | Promise<Response | undefined>

/** Host of exchanges, with what changes their answers. */
export interface Host extends ExchangeHost {
  /** Answers a request by the variants in force (`settings.otherwise`, `settings.broken`). */
  readonly alter: (world: World, respond: Respond) => Exchange
  readonly beside?: Beside | undefined
}
