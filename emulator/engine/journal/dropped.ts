import type { KeptExchange } from './entry.ts'
import { readFacts, type Facts } from './facts.ts'
import type { CompiledFilter } from './compiled-filter.ts'

/** Kinds of exchanges that are told apart, with their path and without it. */
const MAX_KINDS = 5_000

interface Kind {
  readonly facts: Facts
  count: number
}

/** How many of the exchanges that a journal has dropped were meant. */
interface DroppedCount {
  readonly certain: number
  /** Those that may be: too little is known of them. */
  readonly possible: number
}

/**
 * Counts the exchanges that a journal drops, by what can be told of each. Bounded: beyond so many kinds the path is left out, and beyond
 * as many again an exchange is only counted.
 */
export class Dropped {
  readonly #whole = new Map<string, Kind>()
  readonly #withoutPath = new Map<string, Kind>()
  #unknown = 0
  #total = 0

  get total(): number {
    return this.#total
  }

  add(entry: KeptExchange): void {
    this.#total++
    const facts = readFacts(entry)
    if (counted(this.#whole, facts) || counted(this.#withoutPath, { ...facts, path: undefined })) return
    this.#unknown++
  }

  count(filter: CompiledFilter): DroppedCount {
    if (filter.matchesAll) return { certain: this.#total, possible: 0 }
    let certain = 0
    let possible = this.#unknown
    for (const { facts, count } of [...this.#whole.values(), ...this.#withoutPath.values()]) {
      const answer = filter.matchesDropped(facts)
      if (answer === true) certain += count
      else if (answer === undefined) possible += count
    }
    return { certain, possible }
  }
}

/** Counts an exchange among those of its kind; false where there is no room for one more kind. */
function counted(kinds: Map<string, Kind>, facts: Facts): boolean {
  const { via, unit, method, path = '', caller, status, delivery, error } = facts
  const key = [via, unit?.id, method, path, caller, status, delivery, error].join('\n')
  const kind = kinds.get(key)
  if (kind !== undefined) kind.count++
  else if (kinds.size < MAX_KINDS) kinds.set(key, { facts, count: 1 })
  else return false
  return true
}
