import type { Snapshot } from '../world/world-state.ts'
import type { Exchange } from './exchange.ts'
import type { ExchangeHost } from './exchange-host.ts'
import type { Redo } from './redo.ts'

/** A request that was answered once, and can be answered again. */
export interface Attempt {
  /** The world before the request. */
  readonly before: Snapshot
  /** Answers it again, from the world as it stands. */
  again(redo: Redo): Exchange
}

/** Breaks a statement that an answer rests on, in worlds whose settings ask for it. */
export type Breaker = (exchange: Exchange, attempt: Attempt) => Exchange

/** What answers requests: the host of their exchanges, with what may break the answers. */
export interface Host extends ExchangeHost {
  /** Carries `settings.broken` out. */
  readonly breaker: Breaker
}
