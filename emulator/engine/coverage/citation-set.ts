import { clauseCount, findPosition, statementIds, type StatementId } from './statements.ts'

/** A statement, or all statements that a unit always obeys. */
type CitationStep = StatementId | readonly StatementId[]

/**
 * Maximum of cached steps; beyond it each answer makes its own sets. A program that calls every unit needs a tenth of
 * them.
 */
const MAX_REMEMBERED_STEPS = 10_000

/**
 * Statements that an answer rests on, in order of citation. Answers with equal citations share one set, whatever their
 * world: sets are immutable, and cache their successors.
 */
export class CitationSet {
  /** Positions of the statements, without duplicates. */
  readonly positions: readonly number[]
  readonly #following = new Map<CitationStep, CitationSet>()

  /** Number of steps that may still be cached by this set and all others with a common origin. */
  readonly #budget: { steps: number }

  constructor(positions: readonly number[] = [], budget = { steps: MAX_REMEMBERED_STEPS }) {
    this.positions = positions
    this.#budget = budget
  }

  /** The set with another step; the set itself if the step adds nothing. */
  with(step: CitationStep): CitationSet {
    return this.#following.get(step) ?? this.#extended(step)
  }

  #extended(step: CitationStep): CitationSet {
    const steps = typeof step === 'string' ? [step] : step
    const positions = [...new Set([...this.positions, ...steps.map(findPosition)])]
    const next = positions.length === this.positions.length ? this : new CitationSet(positions, this.#budget)
    if (this.#budget.steps > 0) {
      this.#following.set(step, next)
      this.#budget.steps--
    }
    return next
  }
}

/** True if a statement is cited. */
export function cites(citations: CitationSet, id: string): boolean {
  return citations.positions.includes(findPosition(id as StatementId))
}

/** The empty set, with which every answer starts. */
export const noCitations = new CitationSet()

/** Cited clauses and assumptions, each in the order of the contract. */
export function citedStatements({ positions }: CitationSet): { clauses: string[]; assumptions: string[] } {
  const sorted = positions.toSorted((a, b) => a - b)
  const assumed = sorted.findIndex((position) => position >= clauseCount)
  const ids = sorted.map((position) => statementIds[position]!)
  return assumed < 0
    ? { clauses: ids, assumptions: [] }
    : { clauses: ids.slice(0, assumed), assumptions: ids.slice(assumed) }
}
