import type { ApplyChange } from './changes.ts'
import type { TriggeredExchange } from './exchange.ts'
import { TriggerRun } from './trigger-run.ts'

/** Acts on exchanges before and after their handlers. An error thrown by either is answered as a refusal. */
export interface TriggerInterceptor {
  /** Finds the triggers that hold a request on its arrival. Returns the names of their gates. */
  arrive(exchange: TriggeredExchange): readonly string[]
  /** Decides which other triggers act on a request that is held. */
  held(exchange: TriggeredExchange): void
  /** Runs once the caller is identified. A refusal prevents the handler. */
  before(exchange: TriggeredExchange): void
  /** Runs after the answer is made. A refusal replaces the answer; the effect of the handler stays. */
  after(exchange: TriggeredExchange): void
}

/**
 * Applies the triggers of a world to its exchanges. All their state is part of the world; `apply` makes their changes.
 */
export function createInterceptor(apply: ApplyChange): TriggerInterceptor {
  return {
    arrive(exchange) {
      return exchange.world.state.triggers.entries.length > 0 ? runFor(exchange, apply).arrive() : []
    },
    held(exchange) {
      if (exchange.world.state.triggers.entries.length > 0) runFor(exchange, apply).held()
    },
    before(exchange) {
      if (exchange.world.state.triggers.entries.length > 0) runFor(exchange, apply).act('before')
    },
    after(exchange) {
      if (exchange.unit === undefined || exchange.world.state.triggers.entries.length === 0) return
      runFor(exchange, apply).finish()
    },
  }
}

/** The run of the triggers on an exchange, created by its first phase. */
function runFor(exchange: TriggeredExchange, apply: ApplyChange): TriggerRun {
  const { triggered } = exchange
  return triggered instanceof TriggerRun ? triggered : (exchange.triggered = new TriggerRun(exchange, apply))
}
