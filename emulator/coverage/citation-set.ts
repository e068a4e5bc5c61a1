import { positionOf, type StatementId } from './statements.ts'

/** What leads from one citations to the next: a statement, or all that a unit always obeys. */
type Step = StatementId | readonly StatementId[]

/**
 * The statements that an answer rests on, in the order in which they were met. Answers that rest on the same ones share one citations:
 * to mark a statement is to step from a set of citations to the next, and mostly to the one that was stepped to the last time. So a
 * mark costs no memory of its own, and whoever keeps an answer keeps the list of its statements for nothing. Citation sets say nothing of
 * a world: all emulators walk the same ones.
 */
export class CitationSet {
  /** Positions of the statements, each once. */
  readonly positions: readonly number[]
  #lastStep: Step | undefined = undefined
  #last: CitationSet = this
  // Most citation sets only ever go on to one other.
  #steps: Map<Step, CitationSet> | undefined = undefined

  constructor(positions: readonly number[] = []) {
    this.positions = positions
  }

  /** The citations with one more step. One that adds nothing stays where it is. */
  with(step: Step): CitationSet {
    return step === this.#lastStep ? this.#last : this.#find(step)
  }

  #find(step: Step): CitationSet {
    let next = this.#steps?.get(step)
    if (next === undefined) {
      next = this.#extended(step)
      if (this.#lastStep !== undefined) (this.#steps ??= new Map([[this.#lastStep, this.#last]])).set(step, next)
    }
    this.#lastStep = step
    this.#last = next
    return next
  }

  #extended(step: Step): CitationSet {
    const { positions } = this
    if (typeof step !== 'object') {
      const position = positionOf(step)
      return positions.includes(position) ? this : new CitationSet([...positions, position])
    }
    const extended = positions.slice()
    for (let i = 0; i < step.length; i++) {
      const position = positionOf(step[i]!)
      if (!extended.includes(position)) extended.push(position)
    }
    return extended.length === positions.length ? this : new CitationSet(extended)
  }
}

/** Where every answer starts: it rests on nothing yet. */
export const noCitations = new CitationSet()
