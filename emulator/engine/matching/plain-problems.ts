import { isObject } from '../checking/is-object.ts'
import { withNearMiss, type Path, type Problem } from '../checking/problems.ts'
import { isMatcher, formatJson } from './expect.ts'
import { matcherProblems } from './matcher-problems.ts'
import { words } from './matcher-words.ts'

/** Problems of an expected value that has to be plain or a matcher: any other object could match nothing. */
export function plainProblems(expected: unknown, path: Path): Problem[] {
  if (!isObject(expected) || isMatcher(expected)) return matcherProblems(expected, path)
  const [key = ''] = Object.keys(expected)
  const message = `expected a value or a matcher, got ${formatJson(expected)}`
  return [withNearMiss({ kind: 'value', path, message }, key, words)]
}
