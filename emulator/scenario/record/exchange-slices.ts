import type { Sliced } from '../../engine/checking/sliced.ts'
import type { Exchange } from './exchange.ts'

/** Characters of requests and answers that are looked at in one slice; some 10 ms. */
const SLICE_LENGTH = 256 * 1024

/** The exchanges one by one; stops after each slice of them: a recording may hold 64 MB. */
export function* eachExchange(
  exchanges: Iterable<Exchange>,
  each: (exchange: Exchange, index: number) => void,
): Sliced<void> {
  yield* inLengths(exchanges, lengthOf, each)
}

/** Items of whatever length one by one, each with what is beside its text. */
export function* inLengths<T>(
  items: Iterable<T>,
  length: (item: T) => number,
  each: (item: T, index: number) => void,
): Sliced<void> {
  let index = 0
  let seen = 0
  for (const item of items) {
    each(item, index++)
    seen += length(item) + 1_000
    if (seen < SLICE_LENGTH) continue
    seen = 0
    yield
  }
}

function lengthOf(exchange: Exchange): number {
  if (exchange.kind === 'clock') return 0
  if (exchange.kind === 'call') return JSON.stringify([exchange.params, exchange.answer]).length
  return exchange.path.length + exchange.body.length + (exchange.answer.bytes?.length ?? 0)
}
