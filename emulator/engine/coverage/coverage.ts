import { isClientClause } from '../../contract/clause-ids.ts'
import { contractStamp, type ContractStamp } from '../../contract/stamp.ts'
import { clauseCount, findPosition, statementIds, type StatementId } from './statements.ts'
import { noCitations, type CitationSet } from './citation-set.ts'
import { meetings } from './meetings.ts'

export interface CoverageItem {
  readonly id: string
  /** Number of answers that rested on it. */
  readonly count: number
  /** Names of tests whose answers rested on it, if they are known. */
  readonly tests?: readonly string[]
}

interface CoveragePart {
  readonly total: number
  readonly exercised: number
  readonly items: readonly CoverageItem[]
}

export interface CoverageReport {
  /** Contract whose statements were counted, and the release that counted them. */
  readonly contract: ContractStamp
  /** Clauses about the service. */
  readonly clauses: CoveragePart
  /** Clauses about the client and the worker, which an emulator does not see: a replay counts them. */
  readonly client: CoveragePart
  readonly assumptions: CoveragePart
  /** Statements in a report of another release that this one does not know. They are not counted above. */
  readonly unknown?: readonly CoverageItem[]
}

/** Counts for one world how often each statement of the contract decided an answer. */
export class Coverage {
  /** Counts by position; allocated by the first answer, so that an unused world costs nothing. */
  #counted: Uint32Array | undefined

  /** Citations at the start of an answer. */
  get start(): CitationSet {
    return noCitations
  }

  /** Counts an answer that rests on these statements. */
  answered({ positions }: CitationSet): void {
    const counts = this.#counts()
    for (const position of positions) counts[position]!++
    meetings?.answered(positions)
  }

  count(id: StatementId): number {
    return this.#counts()[findPosition(id)]!
  }

  /** Counts of some statements; unknown ones have zero. */
  of(ids: readonly string[]): CoverageItem[] {
    const counts = this.#counts()
    return ids.map((id) => ({ id, count: counts[findPosition(id as StatementId)] ?? 0 }))
  }

  /** Adds the coverage of another world. */
  add(other: Coverage): void {
    const counts = this.#counts()
    other.#counted?.forEach((count, position) => (counts[position]! += count))
  }

  reset(): void {
    this.#counted = undefined
  }

  report(): CoverageReport {
    const counts = this.#counts()
    const items = statementIds.map((id, position) => ({ id, count: counts[position]! }))
    return makeReport(contractStamp(), items)
  }

  #counts(): Uint32Array {
    return (this.#counted ??= new Uint32Array(statementIds.length))
  }
}

/** Makes a report of all statements in their order. */
export function makeReport(contract: ContractStamp, items: readonly CoverageItem[]): CoverageReport {
  const clauses = items.slice(0, clauseCount)
  return {
    contract,
    clauses: makePart(clauses.filter(({ id }) => !isClientClause(id))),
    client: makePart(clauses.filter(({ id }) => isClientClause(id))),
    assumptions: makePart(items.slice(clauseCount)),
  }
}

export function makePart(items: readonly CoverageItem[]): CoveragePart {
  return { total: items.length, exercised: items.filter((item) => item.count > 0).length, items }
}
