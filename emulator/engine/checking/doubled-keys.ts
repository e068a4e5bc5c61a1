import { endOfText } from './json-parts.ts'

/** True if an object of a JSON text has a key twice. `value`: the parsed text. */
export function hasDoubledKey(json: string, value: unknown): boolean {
  return countWritten(json) > countFields(value)
}

/** Counts the fields of all objects of a text: the colons outside its strings. */
function countWritten(json: string): number {
  let count = 0
  for (let i = 0; i < json.length; i++) {
    const character = json[i]
    if (character === '"') i = endOfText(json, i)
    else if (character === ':') count++
  }
  return count
}

/** Counts the fields of all objects of a value, without recursion: a message may be nested deeper than calls can be. */
function countFields(value: unknown): number {
  let count = 0
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    const inner: readonly unknown[] = Object.values(next)
    if (!Array.isArray(next)) count += inner.length
    for (const each of inner) open.push(each)
  }
  return count
}
