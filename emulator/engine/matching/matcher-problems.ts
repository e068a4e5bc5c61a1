/** Validates the matchers inside an expected value before they are used. */
import { nearest } from '../checking/near-miss.ts'
import { ProblemList } from '../checking/problem-list.ts'
import { choiceText, type Path, type Problem } from '../checking/problems.ts'
import { isMatcher, formatJson, slippedWords } from './expect.ts'
import { kinds, type Word } from './matcher-words.ts'

/** Maximum of UTF-16 units in a regular expression. */
export const MAX_PATTERN = 1_000

/** Problems of the matchers inside an expected value, as many as are shown. Paths are relative to the value. */
export function matcherProblems(expected: unknown, path: Path = []): Problem[] {
  return new Check(path).problems(expected)
}

/** Check of one expected value. */
class Check {
  readonly #found = new ProblemList()
  /** Path of the current value, shared by all: values without problems need no path of their own. */
  readonly #path: (string | number)[]

  constructor(path: Path) {
    this.#path = [...path]
  }

  problems(expected: unknown): Problem[] {
    this.#value(expected)
    return this.#found.toArray()
  }

  #value(expected: unknown): void {
    if (typeof expected !== 'object' || expected === null) return
    if (isMatcher(expected)) return this.#inside(expected, (argument, word) => this.#argument(word as Word, argument))
    const slips = Array.isArray(expected) ? undefined : slippedWords(expected)
    if (slips === undefined || areFields(expected, slips)) return this.#inside(expected, (value) => this.#value(value))
    this.#inside(expected, (_, key) => {
      if (Object.hasOwn(slips, key)) this.#slip(slips[key]!)
    })
  }

  #slip(nearMiss: Word): void {
    const message = 'unknown matcher (compare a field of this name with `exactly`)'
    this.#found.add({ kind: 'unknown', path: [...this.#path], message, nearMiss })
  }

  /** Visits each value of a list or an object until there are enough problems. */
  #inside(holder: object, look: (value: unknown, key: string | number) => void): void {
    const isList = Array.isArray(holder)
    for (const key of Object.keys(holder)) {
      if (this.#found.full) return this.#found.stop()
      this.#path.push(isList ? Number(key) : key)
      look((holder as Record<string, unknown>)[key], key)
      this.#path.pop()
    }
  }

  #argument(word: Word, argument: unknown): void {
    if (word === 'exactly') this.#literal(argument)
    else if (word === 'unordered' && !Array.isArray(argument)) this.#wrong('a list', argument)
    else if (['contains', 'only', 'not', 'unordered'].includes(word) || (word === 'length' && isMatcher(argument)))
      this.#value(argument)
    else if (word === 'is') this.#kind(argument)
    else if (word === 'matches') this.#pattern(argument)
    else if (typeof argument !== 'number') this.#wrong('a number', argument)
  }

  #kind(argument: unknown): void {
    const names = Object.keys(kinds)
    if (!names.includes(String(argument))) this.#wrong(choiceText(names), argument, nearest(String(argument), names))
  }

  #pattern(argument: unknown): void {
    const message = patternProblem(argument)
    if (message !== undefined)
      this.#add({
        message: `expected a regular expression, got ${formatJson(argument)}: ${message}`,
        expected: 'a regular expression',
      })
  }

  /** Inside `exactly` every object is a plain value. One that looks like a kind was probably meant as a matcher. */
  #literal(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const { is } = value as { is?: unknown }
    const isKind = typeof is === 'string' && Object.hasOwn(kinds, is) && Object.keys(value).length === 1
    if (isKind)
      this.#add({ message: `inside 'exactly' this is a value and no matcher; 'only' takes matchers`, nearMiss: 'only' })
    else this.#inside(value, (inner) => this.#literal(inner))
  }

  #wrong(expected: string, argument: unknown, nearMiss?: string): void {
    this.#add({ message: `expected ${expected}, got ${formatJson(argument)}`, expected, ...(nearMiss && { nearMiss }) })
  }

  #add(problem: Omit<Problem, 'kind' | 'path'>): void {
    this.#found.add({ kind: 'value', path: [...this.#path], ...problem })
  }
}

/** True for several keys without a matcher among them, which may as well be fields: but not for two bounds. */
function areFields(expected: object, slips: Readonly<Record<string, Word>>): boolean {
  const meant = Object.values(slips)
  const isEachSlipped = meant.length === Object.keys(expected).length
  return meant.length > 1 && isEachSlipped && !meant.every((word) => word === 'at_least' || word === 'at_most')
}

function patternProblem(source: unknown): string | undefined {
  if (typeof source !== 'string') return 'not a text'
  if (source.length > MAX_PATTERN) return `it has ${source.length} characters, and may have ${MAX_PATTERN}`
  try {
    // Some mistakes are only found by the first comparison with a text.
    new RegExp(source, 'u').test('')
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
