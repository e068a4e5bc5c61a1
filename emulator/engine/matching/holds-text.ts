/**
 * Whether `text` holds `part`, in time of their lengths (Knuth, Morris and Pratt 1977). The engine's `includes` takes half a minute for
 * four hundred thousand letters in nine hundred thousand.
 */
export function holdsText(text: string, part: string): boolean {
  if (part.length > text.length) return false
  const borders = bordersOf(part)
  let matched = 0
  for (let i = 0; i < text.length && matched < part.length; i++)
    matched = advance(part, borders, matched, text.charCodeAt(i))
  return matched === part.length
}

/** For each length of a start of `part`: the longest shorter start that it also ends with. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length + 1)
  for (let i = 1, border = 0; i < part.length; i++)
    borders[i + 1] = border = advance(part, borders, border, part.charCodeAt(i))
  return borders
}

/** How many units match once `unit` follows a start of `matched` units. */
function advance(part: string, borders: Uint32Array, matched: number, unit: number): number {
  while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched]!
  return part.charCodeAt(matched) === unit ? matched + 1 : 0
}
