import { shortened } from '../../contract/shortened.ts'
import type { Problem } from './problems.ts'

/** Problems that are listed; a last line counts the rest. */
export const MAX_PROBLEMS = 50

/** Collects problems. Only the first are made: near misses cost time, and answers must not grow with the mistakes. */
export class ProblemList {
  readonly #problems: Problem[] = []
  readonly #max: number
  #more = 0
  #stopped: string | undefined

  constructor(max = MAX_PROBLEMS) {
    this.#max = max
  }

  /** True once further problems are only counted. */
  get full(): boolean {
    return this.#problems.length >= this.#max
  }

  add(problem: Problem): void {
    if (this.full) this.#more++
    else this.#problems.push(problem)
  }

  /** Adds one problem for each of `items`; calls `make` only for those that are kept. */
  addEach<T>(items: readonly T[], make: (item: T) => Problem): void {
    const kept = items.slice(0, this.#max - this.#problems.length)
    for (const item of kept) this.#problems.push(make(item))
    this.#more += items.length - kept.length
  }

  /** Adds the problems that `look` finds in each of `items`. Stops looking once the list is full. */
  addFrom<T>(items: readonly T[], look: (item: T, index: number) => readonly Problem[]): void {
    for (const [index, item] of items.entries()) {
      if (this.full) return this.stop()
      this.addEach(look(item, index), (problem) => problem)
    }
  }

  /** Adds a line that the rest was not looked at, and why. */
  stop(why = `no more than ${MAX_PROBLEMS} mistakes are looked for`): void {
    this.#stopped = why
  }

  /** Counts problems that were not looked into. */
  skip(count: number): void {
    this.#more += count
  }

  /** The kept problems, and lines about those left out. */
  toArray(): Problem[] {
    const lines: string[] = []
    if (this.#more > 0) lines.push(`and ${this.#more.toLocaleString('en')} more`)
    if (this.#stopped !== undefined) lines.push(`and perhaps more: ${this.#stopped}`)
    return [...this.#problems, ...lines.map((message): Problem => ({ kind: 'more', path: [], message }))]
  }
}

/** Limits a list to `MAX_PROBLEMS` problems of bounded length, and a line that counts the rest. */
export function capped(problems: readonly Problem[]): readonly Problem[] {
  // Lines that count problems, or say that checking stopped, are kept.
  const kept = problems.length <= MAX_PROBLEMS + 2 ? problems : takeFirst(problems)
  return kept.map((problem) => ({ ...problem, path: problem.path.map(shortStep), message: shortened(problem.message) }))
}

function takeFirst(problems: readonly Problem[]): Problem[] {
  const list = new ProblemList()
  list.addEach(problems, (problem) => problem)
  return list.toArray()
}

function shortStep(step: string | number): string | number {
  return typeof step === 'string' ? shortened(step, MAX_STEP) : step
}

/** Maximum of UTF-16 units for a name in a path. */
const MAX_STEP = 200
