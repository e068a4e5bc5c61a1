import { numberWords } from '../engine/output.ts'

/** Parts of a text that differ from run to run: addresses of servers with their world, durations, folders for one run. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/(?:127\.0\.0\.1|localhost|\[::1\]):\d+(?:\/w\/[\w-]+)?/g, '<host>'],
  [/\b\d+(?:\.\d+)? ?(?:ms|s|seconds)\b/g, '<duration>'],
  // Names of log files, as npm writes them.
  [/\b\d{4}-\d\d-\d\dT\d\d_\d\d_\d\d_\d+Z/g, '<time>'],
  [/(?:[A-Za-z]:)?(?:[\\/][\w.~-]+)*[\\/]svc-[a-z]+-[A-Za-z0-9]{6}\b/g, '<folder>'],
]

/**
 * Comparable form of a failure: ids, secrets and times are numbered by first appearance, so that a text with one id
 * twice differs from a text with two ids. All other text is kept.
 */
export function comparableFailure(texts: readonly string[]): string {
  const number = numberWords()
  return texts.map((text) => number(PLACES.reduce((left, [place, name]) => left.replace(place, name), text))).join('\n')
}
