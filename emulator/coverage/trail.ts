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
  readonly #before: Trail | undefined
  /** What this one adds to the one before. */
  readonly #added: readonly number[]
  #positions: readonly number[] | undefined
  #lastStep: Step | undefined = undefined
  #last: Trail = this
  // Most trails only ever go on to one other.
  #steps: Map<Step, Trail> | undefined = undefined

  constructor(before?: Trail, added: readonly number[] = []) {
    this.#before = before
    this.#added = added
  }

  /** Positions of the statements, each once. Few trails are asked. */
  get positions(): readonly number[] {
    if (this.#positions !== undefined) return this.#positions
    const parts: (readonly number[])[] = []
    for (let trail: Trail | undefined = this; trail !== undefined; trail = trail.#before) parts.unshift(trail.#added)
    return (this.#positions = parts.flat())
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
    const more = positionsOf(step).filter((position, index, all) => !this.#holds(position) && all.indexOf(position) === index)
    return more.length === 0 ? this : new Trail(this, more)
  }

  #holds(position: number): boolean {
    return this.#added.includes(position) || (this.#before !== undefined && this.#before.#holds(position))
  }
}

/** Where every answer starts: it rests on nothing yet. */
export const noTrail = new Trail()

function positionsOf(step: Step): readonly number[] {
  if (typeof step === 'number') return [step]
  return typeof step === 'string' ? [positionOf(step)] : step.map(positionOf)
}
