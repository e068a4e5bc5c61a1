/** Lists and objects that one JSON text may hold: each takes some 60 bytes of memory, and one takes two of the text. */
export const MAX_CONTAINERS = 1_000_000
/** Fields that one object may have: beyond some thousands each look at it costs milliseconds. */
export const MAX_FIELDS = 10_000
/** Most levels of lists and objects that a request may nest. Beyond some thousands JSON could not be written again. */
export const MAX_LEVELS = 512

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const LIST = 0x5b
const OBJECT = 0x7b
const LIST_END = 0x5d
const OBJECT_END = 0x7d

/** How much the text of a JSON value holds. Of a text with more than `MAX_CONTAINERS` lists and objects no more than these are counted. */
export interface JsonParts {
  /** Lists and objects. */
  readonly containers: number
  /** Values of any kind. */
  readonly values: number
  /** Most levels that it nests. */
  readonly levels: number
  /** Most fields of one object. */
  readonly fields: number
}

const few: JsonParts = { containers: 0, values: 0, levels: 0, fields: 0 }

/** Text that is too short to pass a bound: most is. */
const SHORT = 2 * MAX_LEVELS

/** One look at each character, before anything is made of them: of parsed values each is dearer to look at. */
export function jsonParts(json: string): JsonParts {
  return json.length <= SHORT ? few : countParts(json)
}

function countParts(json: string): JsonParts {
  let containers = 0
  let commas = 0
  let fields = 0
  let levels = 0
  /** Fields of the containers that are open. */
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

/** The place of the quote that ends the text which begins at `start`. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1))
    if (!isEscaped(json, end)) return end
  return json.length
}

/** Whether an odd number of backslashes stands before. */
function isEscaped(json: string, end: number): boolean {
  let first = end
  while (json.charCodeAt(first - 1) === BACKSLASH) first--
  return (end - first) % 2 === 1
}

/** The value of a JSON text; undefined where it is none, or nests deeper than a request may. */
export function shallowJson(text: string): unknown {
  try {
    return jsonParts(text).levels > MAX_LEVELS ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** Worded when it is asked for: the first number that Node words for a locale costs 8 ms. */
export function tooManyFields(): string {
  return `an object with more than ${MAX_FIELDS.toLocaleString('en')} fields`
}
