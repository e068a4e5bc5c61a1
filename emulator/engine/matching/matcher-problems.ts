/** What is wrong with the matchers inside an expected value, before anything came that they are compared with. */
import type { Path, Problem } from '../checking/problems.ts'
import { isMatcher } from './expect.ts'
import { needMatchers, type Word } from './matchers-extra.ts'

/** No more problems than are shown are looked for. Paths start at the value. Throws `EmulatorError` where it has matchers and nobody handed them in. */
export function matcherProblems(expected: unknown, path: Path = []): Problem[] {
  const word = firstWord(expected)
  return word === undefined ? [] : needMatchers(word).check(expected, path)
}

function firstWord(expected: unknown): Word | undefined {
  if (typeof expected !== 'object' || expected === null) return undefined
  if (isMatcher(expected)) return Object.keys(expected)[0] as Word
  for (const value of Object.values(expected)) {
    const word = firstWord(value)
    if (word !== undefined) return word
  }
  return undefined
}
