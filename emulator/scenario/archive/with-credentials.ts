import { findSecret, type Exchange } from '../record/exchange.ts'
import { isUnauthenticated } from '../record/key-names.ts'

/** Stands in for the key of a request that was accepted, in archives of tools that leave secrets out. */
const STAND_IN = 'svc-archive-main-key'

/** Gives requests without credentials a key, except those that were refused for it. */
export function withCredentials(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.map((exchange) => {
    if (exchange.kind === 'clock' || findSecret(exchange.caller) !== undefined || isUnauthenticated(exchange))
      return exchange
    return { ...exchange, caller: { api_key: STAND_IN } }
  })
}
