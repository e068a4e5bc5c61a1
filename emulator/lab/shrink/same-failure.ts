import { WORDS } from '../explore/output.ts'

/** Places of this machine in a text: addresses of servers with their world, and folders for one run. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/(?:127\.0\.0\.1|localhost|\[::1\]):\d+(?:\/w\/[\w-]+)?/g, '<host>'],
  [/(?:[A-Za-z]:)?(?:[\\/][\w.~-]+)*[\\/]svc-[a-z]+-[A-Za-z0-9]{6}\b/g, '<folder>'],
]

/** Times: as the API writes them, and as languages print them. */
const TIME = /^\d{4}-\d\d-\d\dT/

/**
 * Comparable form of a failure: ids, secrets and times are numbered by first appearance, so that a text with one id
 * twice differs from a text with two ids. All other text is kept.
 */
export function comparableFailure(texts: readonly string[]): string {
  const labels = new Map<string, string>()
  const label = (word: string): string => {
    if (TIME.test(word)) return '<time>'
    const known = labels.get(word) ?? `<id ${labels.size + 1}>`
    labels.set(word, known)
    return known
  }
  return texts
    .map((text) => PLACES.reduce((left, [place, name]) => left.replace(place, name), text).replace(WORDS, label))
    .join('\n')
}

/** Frames of a stack: of JavaScript and Java. */
const FRAME = /^\s+at .*$/m

/** The line of an output that says why a program failed: its last one, before a stack that follows it. */
export function lastLine(output: string): string {
  const frame = FRAME.exec(output)
  const said = frame === null ? output : output.slice(0, frame.index)
  return (
    said
      .split('\n')
      .findLast((line) => line.trim() !== '')
      ?.trim() ?? ''
  )
}
