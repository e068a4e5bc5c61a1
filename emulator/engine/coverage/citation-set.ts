import { clauseCount, findPosition, statementIds, type StatementId } from './statements.ts'

/** A statement, or all that a unit always obeys. */
type Step = StatementId | readonly StatementId[]

/** Steps that are remembered at most; beyond, each answer makes its own sets. A program that calls every unit needs a tenth of them. */
const MAX_REMEMBERED_STEPS = 10_000

/**
 * The statements that an answer rests on, in the order in which they were cited. Answers that cite the same statements in the same
 * order share one set, whatever their world: a set never changes, and it remembers the sets that follow it.
 */
export class CitationSet {
  /** Positions of the statements, each once. */
  readonly positions: readonly number[]
  readonly #following = new Map<Step, CitationSet>()

  /** How many steps may still be remembered, from here and from every set that followed from the same first one. */
  readonly #budget: { steps: number }

  constructor(positions: readonly number[] = [], budget = { steps: MAX_REMEMBERED_STEPS }) {
    this.positions = positions
    this.#budget = budget
  }

  /** The set with one more step; the same set where the step adds nothing. */
  with(step: Step): CitationSet {
    return this.#following.get(step) ?? this.#extended(step)
  }

  #extended(step: Step): CitationSet {
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

/** Whether a statement is among them. */
export function cites(citations: CitationSet, id: string): boolean {
  return citations.positions.includes(findPosition(id as StatementId))
}

/** Where every answer starts: it rests on nothing yet. */
export const noCitations = new CitationSet()

/** Its clauses and its assumptions, each in the order of the contract. */
export function citedStatements({ positions }: CitationSet): { clauses: string[]; assumptions: string[] } {
  const sorted = positions.toSorted((a, b) => a - b)
  const assumed = sorted.findIndex((position) => position >= clauseCount)
  const ids = sorted.map((position) => statementIds[position]!)
  return assumed < 0
    ? { clauses: ids, assumptions: [] }
    : { clauses: ids.slice(0, assumed), assumptions: ids.slice(assumed) }
}
