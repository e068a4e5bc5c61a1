/** Lists and objects that the JSON of one request may hold: each takes some 60 bytes of memory, and one takes two of the text. */
export const MAX_CONTAINERS = 1_000_000
/** Values of any kind. */
export const MAX_VALUES = 10_000_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const LIST = 0x5b
const OBJECT = 0x7b

/** Whether the text of a JSON value holds more parts than may be parsed. One look at each byte, before anything is made of them. */
export function hasTooManyParts(json: Uint8Array): boolean {
  let containers = 0
  let commas = 0
  let inText = false
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]
    if (inText) {
      if (byte === BACKSLASH) i++
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (byte === COMMA) commas++
    else if (byte === LIST || byte === OBJECT) containers++
  }
  return containers > MAX_CONTAINERS || commas > MAX_VALUES
}
