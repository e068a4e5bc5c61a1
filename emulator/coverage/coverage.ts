import { clauseCount, positionOf, statementIds, type StatementId } from './statements.ts'
import { noCitations, type CitationSet } from './citation-set.ts'

export interface CoverageItem {
  readonly id: string
  /** How often an answer rested on it. */
  readonly count: number
  /** Names of tests whose answers rested on it, where they are known. */
  readonly tests?: readonly string[]
}

export interface CoveragePart {
  readonly total: number
  readonly exercised: number
  readonly items: readonly CoverageItem[]
}

export interface CoverageReport {
  readonly clauses: CoveragePart
  readonly assumptions: CoveragePart
}

interface Count {
  readonly citations: CitationSet
  answers: number
}

/** Counts, for one world, how often each statement of the contract decided an answer. */
export class Coverage {
  /** By position; allocated when somebody wants to know. */
  #counted: number[] | undefined
  /** Answers that are not counted yet, by the citations whose statements they rest on. Allocated by the first: a world that was never asked costs nothing. */
  #answers: Map<CitationSet, Count> | undefined
  // Answers mostly rest on what the one before rested on.
  #last: Count | undefined

  /** Where an answer starts. */
  get start(): CitationSet {
    return noCitations
  }

  /** Counts an answer that rests on the statements of a set of citations. */
  answered(citations: CitationSet): void {
    if (this.#last?.citations !== citations) this.#last = this.#countOf(citations)
    this.#last.answers++
  }

  #countOf(citations: CitationSet): Count {
    const answers = (this.#answers ??= new Map())
    let count = answers.get(citations)
    if (count === undefined) answers.set(citations, (count = { citations, answers: 0 }))
    return count
  }

  count(id: StatementId): number {
    return this.#counts()[positionOf(id)]!
  }

  /** The counts of some statements; one that there is not is never counted. */
  of(ids: readonly string[]): CoverageItem[] {
    const counts = this.#counts()
    return ids.map((id) => ({ id, count: counts[positionOf(id as StatementId)] ?? 0 }))
  }

  /** The clauses that some answer rested on. */
  exercised(): CoverageItem[] {
    if (!this.#begun) return []
    const items: CoverageItem[] = []
    const counts = this.#counts()
    for (let position = 0; position < clauseCount; position++) {
      if (counts[position]! > 0) items.push({ id: statementIds[position]!, count: counts[position]! })
    }
    return items
  }

  /** Adds what another world exercised. */
  add(other: Coverage): void {
    if (!other.#begun) return
    const counts = this.#counts()
    const more = other.#counts()
    for (let position = 0; position < more.length; position++) counts[position]! += more[position]!
  }

  reset(): void {
    this.#answers = this.#last = this.#counted = undefined
  }

  report(): CoverageReport {
    const counts = this.#counts()
    const items = statementIds.map((id, position) => ({ id, count: counts[position]! }))
    return { clauses: partOf(items.slice(0, clauseCount)), assumptions: partOf(items.slice(clauseCount)) }
  }

  get #begun(): boolean {
    return this.#answers !== undefined || this.#counted !== undefined
  }

  #counts(): number[] {
    const counts = (this.#counted ??= new Array<number>(statementIds.length).fill(0))
    this.#answers?.forEach(({ citations: { positions }, answers }) => {
      for (let i = 0; i < positions.length; i++) counts[positions[i]!]! += answers
    })
    this.#answers?.clear()
    this.#last = undefined
    return counts
  }
}

export function partOf(items: readonly CoverageItem[]): CoveragePart {
  return { total: items.length, exercised: items.filter((item) => item.count > 0).length, items }
}
