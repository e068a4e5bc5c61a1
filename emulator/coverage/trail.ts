import { positionOf, type StatementId } from './statements.ts'

/** What leads from one trail to the next: a statement, or all that a unit always obeys. */
type Step = StatementId | readonly StatementId[]

/**
 * The statements that an answer rests on, in the order in which they were met. Answers that rest on the same ones share one trail:
 * to mark a statement is to step from a trail to the next, and mostly to the one that was stepped to the last time. So a
 * mark costs no memory of its own, and whoever keeps an answer keeps the list of its statements for nothing. Trails say nothing of
 * a world: all emulators walk the same ones.
 */
export class Trail {
  /** Positions of the statements, each once. */
  readonly positions: readonly number[]
  #lastStep: Step | undefined = undefined
  #last: Trail = this
  // Most trails only ever go on to one other.
  #steps: Map<Step, Trail> | undefined = undefined

  constructor(positions: readonly number[] = []) {
    this.positions = positions
  }

  /** The trail with one more step. One that adds nothing stays where it is. */
  then(step: Step): Trail {
    return step === this.#lastStep ? this.#last : this.#find(step)
  }

  #find(step: Step): Trail {
    let next = this.#steps?.get(step)
    if (next === undefined) {
      next = this.#extended(step)
      if (this.#lastStep !== undefined) (this.#steps ??= new Map([[this.#lastStep, this.#last]])).set(step, next)
    }
    this.#lastStep = step
    this.#last = next
    return next
  }

  #extended(step: Step): Trail {
    const { positions } = this
    if (typeof step !== 'object') {
      const position = positionOf(step)
      return positions.includes(position) ? this : new Trail([...positions, position])
    }
    const extended = positions.slice()
    for (let i = 0; i < step.length; i++) {
      const position = positionOf(step[i]!)
      if (!extended.includes(position)) extended.push(position)
    }
    return extended.length === positions.length ? this : new Trail(extended)
  }
}

/** Where every answer starts: it rests on nothing yet. */
export const noTrail = new Trail()
