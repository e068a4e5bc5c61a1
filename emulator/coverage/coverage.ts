import { clauseCount, positionOf, statementIds, type StatementId } from './statements.ts'

export interface CoverageItem {
  readonly id: string
  /** How often an answer rested on it. */
  readonly count: number
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

/** Counts, for one world, how often each statement of the contract decided an answer. */
export class Coverage {
  // Allocated by the first mark: a world that was never asked costs nothing.
  #counts: Uint32Array | undefined

  mark(position: number): void {
    const counts = (this.#counts ??= new Uint32Array(statementIds.length))
    counts[position]!++
  }

  count(id: StatementId): number {
    return this.#counts?.[positionOf(id)] ?? 0
  }

  reset(): void {
    this.#counts = undefined
  }

  report(): CoverageReport {
    const items = statementIds.map((id, position) => ({ id, count: this.#counts?.[position] ?? 0 }))
    return { clauses: part(items.slice(0, clauseCount)), assumptions: part(items.slice(clauseCount)) }
  }
}

function part(items: CoverageItem[]): CoveragePart {
  return { total: items.length, exercised: items.filter((item) => item.count > 0).length, items }
}
