import { parseAsWritten } from '../../../engine/checking/lost-number.ts'
import { ANY_ORDER, WORDS } from '../../engine/output.ts'

/** Values in which two correct runs may differ. */
export interface Freedom {
  /** Paths that differ between equal runs, as in a report: `/stdout/0`. */
  readonly masks: ReadonlySet<string>
  /** Lists may be in any order (`unspecified: vary`). */
  readonly anyOrder: boolean
  /** True for an id or secret that exists before the run, and is therefore printed by each run. */
  readonly isKnown: (word: string) => boolean
}

/** Expectation of a `run:` step for stdout, from the output of a correct run. */
export function expectedStdout(stdout: string, freedom: Freedom): object {
  const json = parseJson(stdout)
  if (json !== undefined) return { json: expectedValue(json, '/stdout', freedom) }
  const lines = stdout.replace(/\n$/, '').split('\n')
  const expected = expectedValue(lines, '/stdout', freedom)
  // A plain text is easier to read than its lines.
  return JSON.stringify(expected) === JSON.stringify(lines) ? { text: stdout } : { lines: expected }
}

/**
 * Expectation for JSON that may differ only in records and numbers; undefined for other text, which consists of
 * records.
 */
export function otherThan(stdout: string): object | undefined {
  const json = parseJson(stdout)
  return typeof json === 'object' && json !== null ? { json: { not: expectShape(withoutRecords(json)) } } : undefined
}

function expectShape(value: unknown): unknown {
  if (value === '<records>') return { is: 'array' }
  if (value === '<number>') return { is: 'number' }
  if (typeof value !== 'object' || value === null) return value
  return { only: Object.fromEntries(Object.entries(value).map(([name, each]) => [name, expectShape(each)])) }
}

function parseJson(text: string): unknown {
  try {
    return parseAsWritten(text)
  } catch {
    return undefined
  }
}

function expectedValue(value: unknown, path: string, freedom: Freedom): unknown {
  if (freedom.masks.has(path)) return { is: 'present' }
  if (typeof value === 'string') return expectedText(value, freedom)
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, expectedValue(each, `${path}/${name}`, freedom)]),
    )
  const items = value.map((each, n) => expectedValue(each, `${path}/${n}`, freedom))
  return freedom.anyOrder || freedom.masks.has(`${path}${ANY_ORDER}`) ? { unordered: items } : items
}

/** Addresses of a run and the values that it drew, which differ in the next run. */
const OWN = new RegExp(`${WORDS.source}|\\{host\\}|\\{home\\}`, 'g')

/** Expectation for a text in which ids, secrets and times that the run drew may differ. */
export function expectedText(text: string, { isKnown }: Pick<Freedom, 'isKnown'>): unknown {
  const drawn = Array.from(text.matchAll(OWN)).filter(([word]) => !isKnown(word))
  if (drawn.length === 0) return text
  const pattern = `^${around(text, drawn)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('.+')}$`
  // Patterns are limited in number and length.
  return Math.min(text.length, pattern.length) > MAX_PATTERN || pattern === '^.+$'
    ? { is: 'string' }
    : { matches: pattern }
}

/** Splits a text at these matches. */
function around(text: string, found: readonly RegExpExecArray[]): string[] {
  const ends = found.map(({ 0: { length }, index }) => index + length)
  return [0, ...ends].map((start, n) => text.slice(start, found[n]?.index))
}

const MAX_PATTERN = 80

/** Removes the records from an output. The rest may have their number, and a remark about more. */
function withoutRecords(output: unknown): unknown {
  if (Array.isArray(output)) return '<records>'
  if (typeof output !== 'object' || output === null) return typeof output === 'number' ? '<number>' : output
  return Object.fromEntries(Object.entries(output).map(([name, value]) => [name, withoutRecords(value)]))
}
