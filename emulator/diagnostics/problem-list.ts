import { shortened } from '../contract/shortened.ts'
import type { Problem } from './problems.ts'

/** No reader acts on more; the others are counted in one last line. */
export const MAX_PROBLEMS = 50

/** Problems as they are found. Only the first are made, because a near miss costs time and an answer must not grow with the mistakes. */
export class ProblemList {
  readonly #problems: Problem[] = []
  #more = 0
  #stopped: string | undefined

  /** Whether further problems are counted and not kept. */
  get full(): boolean {
    return this.#problems.length >= MAX_PROBLEMS
  }

  add(problem: Problem): void {
    if (this.full) this.#more++
    else this.#problems.push(problem)
  }

  /** One problem for each of `items`; `make` is called for those that are kept. */
  addEach<T>(items: readonly T[], make: (item: T) => Problem): void {
    const kept = items.slice(0, MAX_PROBLEMS - this.#problems.length)
    for (const item of kept) this.#problems.push(make(item))
    this.#more += items.length - kept.length
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
  toArray(max = MAX_PROBLEMS): Problem[] {
    const shown = this.#problems.slice(0, max)
    const more = this.#problems.length - shown.length + this.#more
    const lines: string[] = []
    if (more > 0) lines.push(`and ${more.toLocaleString('en')} more`)
    if (this.#stopped !== undefined) lines.push(`and perhaps more: ${this.#stopped}`)
    return [...shown, ...lines.map((message): Problem => ({ kind: 'more', path: [], message }))]
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
