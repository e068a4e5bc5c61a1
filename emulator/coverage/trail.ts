import { positionOf, type StatementId } from './statements.ts'

/** What leads from one trail to the next: a statement by its id or position, or all that a unit always obeys. */
type Step = StatementId | number | readonly StatementId[]

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
  // Allocated by the first step.
  #others: Map<Step, Trail> | undefined = undefined

  constructor(positions: readonly number[] = []) {
    this.positions = positions
  }

  /** The trail with one more step. One that adds nothing stays where it is. */
  then(step: Step): Trail {
    return step === this.#lastStep ? this.#last : this.#find(step)
  }

  #find(step: Step): Trail {
    let next = this.#others?.get(step)
    if (next === undefined) {
      next = this.#extended(step)
      ;(this.#others ??= new Map()).set(step, next)
    }
    this.#lastStep = step
    this.#last = next
    return next
  }

  #extended(step: Step): Trail {
    const { positions } = this
    const more = positionsOf(step).filter((position, index, all) => !positions.includes(position) && all.indexOf(position) === index)
    return more.length === 0 ? this : new Trail([...positions, ...more])
  }
}

/** Where every answer starts: it rests on nothing yet. */
export const noTrail = new Trail()

function positionsOf(step: Step): readonly number[] {
  if (typeof step === 'number') return [step]
  return typeof step === 'string' ? [positionOf(step)] : step.map(positionOf)
}
