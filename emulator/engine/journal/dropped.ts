import type { KeptExchange } from './entry.ts'
import { readFacts, type EntryFacts } from './facts.ts'
import type { CompiledFilter } from './compiled-filter.ts'

/** Maximum of kinds of exchanges, with and without their path. */
const MAX_KINDS = 5_000

interface DroppedKind {
  readonly facts: EntryFacts
  count: number
}

/** Number of dropped exchanges that matched. */
interface DroppedCount {
  readonly certain: number
  /** Exchanges that may have matched: too little is known of them. */
  readonly possible: number
}

/**
 * Counts dropped exchanges by their facts. Memory is bounded: beyond a number of kinds the path is left out, and beyond
 * that exchanges are only counted.
 */
export class Dropped {
  readonly #whole = new Map<string, DroppedKind>()
  readonly #withoutPath = new Map<string, DroppedKind>()
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

/** Counts an exchange by its kind. Returns false if there is no room for another kind. */
function counted(kinds: Map<string, DroppedKind>, facts: EntryFacts): boolean {
  const { via, unit, method, path = '', caller, status, delivery, error } = facts
  const key = [via, unit?.id, method, path, caller, status, delivery, error].join('\n')
  const kind = kinds.get(key)
  if (kind !== undefined) kind.count++
  else if (kinds.size < MAX_KINDS) kinds.set(key, { facts, count: 1 })
  else return false
  return true
}
