/** Lists and objects that the JSON of one request may hold: each takes some 60 bytes of memory, and one takes two of the text. */
export const MAX_CONTAINERS = 1_000_000
/** Values of any kind. */
export const MAX_VALUES = 10_000_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const LIST = 0x5b
const OBJECT = 0x7b
const LIST_END = 0x5d
const OBJECT_END = 0x7d

/** Of the text of a JSON value: whether it holds more parts than may be parsed, and the most levels that it nests. */
export interface JsonParts {
  readonly tooMany: boolean
  readonly levels: number
}

/** One look at each byte, before anything is made of them: of parsed values each is dearer to look at. */
export function jsonParts(json: Uint8Array): JsonParts {
  let containers = 0
  let commas = 0
  let open = 0
  let levels = 0
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]
    if (byte === QUOTE) i = endOfText(json, i)
    else if (byte === COMMA) commas++
    else if (byte === LIST_END || byte === OBJECT_END) open--
    else if (byte === LIST || byte === OBJECT) {
      containers++
      if (++open > levels) levels = open
    }
  }
  return { tooMany: containers > MAX_CONTAINERS || commas > MAX_VALUES, levels }
}

/** The place of the quote that ends the text which begins at `start`. */
function endOfText(json: Uint8Array, start: number): number {
  let i = start + 1
  while (i < json.length && json[i] !== QUOTE) i += json[i] === BACKSLASH ? 2 : 1
  return i
}
