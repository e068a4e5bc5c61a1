/** What is known of matchers where they were not handed in: their words, and which import brings them. */
import { Extra } from '../checking/extra.ts'
import type { Path, Problem } from '../checking/problems.ts'
import type { Effort } from './effort.ts'
import type { Pattern } from './pattern.ts'

export const words = [
  'exactly',
  'only',
  'is',
  'matches',
  'length',
  'contains',
  'unordered',
  'not',
  'at_least',
  'at_most',
] as const
export type Word = (typeof words)[number]

export interface Difference {
  path: Path
  /** Prose: `"ready"`, `a uuid`, `3 items`. */
  expected: string
  actual: string
}

/** One comparison. */
export interface Comparing {
  readonly effort: Effort
  /** Only whether there is a difference is asked: texts are not made. */
  readonly silent: boolean
  /** Patterns that were read, by their source: one may be compared with every item of a list. */
  readonly read: Map<string, Pattern>
}

export interface Matchers {
  /** Each compares a value with its argument. */
  readonly matchers: Readonly<
    Record<Word, (comparing: Comparing, argument: unknown, actual: unknown, path: Path) => Difference[]>
  >
  /** What is wrong with the matchers inside an expected value. */
  check(expected: unknown, path: Path): Problem[]
}

export const matching = new Extra<Matchers>('a matcher')

/** Throws `EmulatorError`, with the import to add, where nobody handed them in. */
export function needMatchers(word: Word): Matchers {
  return matching.need(`the matcher \`${word}\``)
}
