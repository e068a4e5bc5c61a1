import { ANY_ORDER, WORDS } from '../../../emulator/lab/explore/output.ts'

/** Values that two runs may print otherwise, although both are right. */
export interface Freedom {
  /** Places that differ by themselves, as a report names them: `/stdout/0`. */
  readonly masks: ReadonlySet<string>
  /** Lists are in any order (`unspecified: vary`). */
  readonly anyOrder: boolean
  /** True for an id or a secret that is there before the run, so that each run prints it. */
  readonly isKnown: (word: string) => boolean
}

/** The expectation of a `run:` step for stdout, from the output of a run that is right. */
export function expectedStdout(stdout: string, freedom: Freedom): object {
  const json = parseJson(stdout)
  if (json !== undefined) return { json: expectedValue(json, '/stdout', freedom) }
  const lines = stdout.replace(/\n$/, '').split('\n')
  const expected = expectedValue(lines, '/stdout', freedom)
  // A text of its own is easier to read than its lines.
  return JSON.stringify(expected) === JSON.stringify(lines) ? { text: stdout } : { lines: expected }
}

/** The expectation for JSON that may differ but in records and numbers; undefined for other text, which is all records. */
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
    return JSON.parse(text) as unknown
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

/** Where a run was, and what it drew, is other in the next one. */
const OWN = new RegExp(`${WORDS.source}|\\{host\\}|\\{home\\}`, 'g')

/** A text whose ids, secrets and times that the run drew may be others. */
export function expectedText(text: string, { isKnown }: Pick<Freedom, 'isKnown'>): unknown {
  const drawn = Array.from(text.matchAll(OWN)).filter(([word]) => !isKnown(word))
  if (drawn.length === 0) return text
  const pattern = `^${around(text, drawn)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('.+')}$`
  // Patterns are bounded in number and length.
  return Math.min(text.length, pattern.length) > MAX_PATTERN || pattern === '^.+$'
    ? { is: 'string' }
    : { matches: pattern }
}

/** The parts of a text before, between and behind these. */
function around(text: string, found: readonly RegExpExecArray[]): string[] {
  const ends = found.map(({ 0: { length }, index }) => index + length)
  return [0, ...ends].map((start, n) => text.slice(start, found[n]?.index))
}

const MAX_PATTERN = 80

/** The output without its records: what is left says how much there is, and whether it is all. */
function withoutRecords(output: unknown): unknown {
  if (Array.isArray(output)) return '<records>'
  if (typeof output !== 'object' || output === null) return typeof output === 'number' ? '<number>' : output
  return Object.fromEntries(Object.entries(output).map(([name, value]) => [name, withoutRecords(value)]))
}
