/**
 * Maximum of containers in one JSON text: each takes some 60 bytes of memory, and as little as two characters of text.
 */
export const MAX_CONTAINERS = 1_000_000
/** Maximum of fields in one object: beyond some thousands each access costs milliseconds. */
export const MAX_FIELDS = 10_000
/** Maximum of nested levels in a request: beyond some thousands JSON.stringify fails. */
export const MAX_LEVELS = 512

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const LIST = 0x5b
const OBJECT = 0x7b
const LIST_END = 0x5d
const OBJECT_END = 0x7d

/** Size of a JSON value, counted in its text. Counting stops after `MAX_CONTAINERS` containers. */
export interface JsonParts {
  /** Number of lists and objects. */
  readonly containers: number
  /** Number of values of any kind. */
  readonly values: number
  /** Deepest nesting. */
  readonly levels: number
  /** Most fields in one object. */
  readonly fields: number
}

const few: JsonParts = { containers: 0, values: 0, levels: 0, fields: 0 }

/** Length up to which no text can exceed a bound: most texts are shorter. */
const SHORT = 2 * MAX_LEVELS

/** Counts in one pass over the characters, before anything is parsed: visiting parsed values costs more. */
export function jsonParts(json: string): JsonParts {
  return json.length <= SHORT ? few : countParts(json)
}

function countParts(json: string): JsonParts {
  let containers = 0
  let commas = 0
  let fields = 0
  let levels = 0
  /** Field counts of the containers that are open. */
  const open: number[] = []
  for (let i = 0; i < json.length && containers <= MAX_CONTAINERS; i++) {
    const unit = json.charCodeAt(i)
    if (unit === QUOTE) i = endOfText(json, i)
    else if (unit === COMMA) commas++
    else if (unit === COLON) open[open.length - 1]!++
    else if (unit === LIST_END || unit === OBJECT_END) fields = Math.max(fields, open.pop() ?? 0)
    else if (unit === LIST || unit === OBJECT) {
      containers++
      levels = Math.max(levels, open.push(0))
    }
  }
  return { containers, values: containers + commas, levels, fields: open.reduce((a, b) => Math.max(a, b), fields) }
}

/** Index of the quote that ends the string starting at `start`; the length of the text if none does. */
export function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1))
    if (!isEscaped(json, end)) return end
  return json.length
}

/** True after an odd number of backslashes. */
function isEscaped(json: string, end: number): boolean {
  let first = end
  while (json.charCodeAt(first - 1) === BACKSLASH) first--
  return (end - first) % 2 === 1
}

/** A function, not a constant: the first number formatted for a locale costs 8 ms. */
export function tooManyFields(): string {
  return `an object with more than ${MAX_FIELDS.toLocaleString('en')} fields`
}
