import { shortened } from '../../contract/shortened.ts'
import type { Problem } from './problems.ts'

/** No reader acts on more; the others are counted in one last line. */
export const MAX_PROBLEMS = 50

/** Problems as they are found. Only the first are made, because a near miss costs time and an answer must not grow with the mistakes. */
export class ProblemList {
  readonly #problems: Problem[] = []
  readonly #max: number
  #more = 0
  #stopped: string | undefined

  constructor(max = MAX_PROBLEMS) {
    this.#max = max
  }

  /** Whether further problems are counted and not kept. */
  get full(): boolean {
    return this.#problems.length >= this.#max
  }

  add(problem: Problem): void {
    if (this.full) this.#more++
    else this.#problems.push(problem)
  }

  /** One problem for each of `items`; `make` is called for those that are kept. */
  addEach<T>(items: readonly T[], make: (item: T) => Problem): void {
    const kept = items.slice(0, this.#max - this.#problems.length)
    for (const item of kept) this.#problems.push(make(item))
    this.#more += items.length - kept.length
  }

  /** The problems that `look` finds in each of `items`; those behind the last that is kept are not looked at. */
  addFrom<T>(items: readonly T[], look: (item: T, index: number) => readonly Problem[]): void {
    for (const [index, item] of items.entries()) {
      if (this.full) return this.stop()
      this.addEach(look(item, index), (problem) => problem)
    }
  }

  /** Says that the rest was not looked at, and why. */
  stop(why = `no more than ${MAX_PROBLEMS} mistakes are looked for`): void {
    this.#stopped = why
  }

  /** Counts problems that nobody looked into. */
  skip(count: number): void {
    this.#more += count
  }

  /** The first of them, and lines for what is left out. */
  toArray(): Problem[] {
    const lines: string[] = []
    if (this.#more > 0) lines.push(`and ${this.#more.toLocaleString('en')} more`)
    if (this.#stopped !== undefined) lines.push(`and perhaps more: ${this.#stopped}`)
    return [...this.#problems, ...lines.map((message): Problem => ({ kind: 'more', path: [], message }))]
  }
}

/** At most `MAX_PROBLEMS` of `problems`, each of a bounded length, and a line that counts the others. */
export function capped(problems: readonly Problem[]): readonly Problem[] {
  // The lines that count and say what was left out stay.
  const kept = problems.length <= MAX_PROBLEMS + 2 ? problems : firstOf(problems)
  return kept.map((problem) => ({ ...problem, path: problem.path.map(shortStep), message: shortened(problem.message) }))
}

function firstOf(problems: readonly Problem[]): Problem[] {
  const list = new ProblemList()
  list.addEach(problems, (problem) => problem)
  return list.toArray()
}

function shortStep(step: string | number): string | number {
  return typeof step === 'string' ? shortened(step, MAX_STEP) : step
}

/** UTF-16 units of a name in a path. */
const MAX_STEP = 200
