import { endOfText } from './json-parts.ts'
import type { Path } from './problems.ts'

/** Member of a container in well-formed JSON text. */
export interface Child {
  name: string | number
  /** Offset of the key; for an item of an array, that of its value. */
  key: number
  value: number
}

/** Yields the members of the object or array that starts at `offset`; none for a scalar. */
export function* childrenAt(text: string, offset: number): Generator<Child> {
  const open = text[offset]
  if (open !== '{' && open !== '[') return
  const close = open === '{' ? '}' : ']'
  let position = skipSpace(text, offset + 1)
  for (let index = 0; text[position] !== close && position < text.length; index++) {
    const key = position
    let name: string | number = index
    if (open === '{') {
      const end = skipString(text, position)
      name = JSON.parse(text.slice(position, end)) as string
      position = skipSpace(text, skipSpace(text, end) + 1)
    }
    yield { name, key, value: position }
    position = skipSpace(text, skipValue(text, position))
    if (text[position] === ',') position = skipSpace(text, position + 1)
  }
}

/** Finds the path of the value that starts at `offset` of well-formed JSON text. */
export function findPath(text: string, offset: number): Path {
  const path: (string | number)[] = []
  let start = skipSpace(text, 0)
  while (start < offset) {
    const child = [...childrenAt(text, start)].findLast(({ value }) => value <= offset)
    if (child === undefined) break
    path.push(child.name)
    start = child.value
  }
  return path
}

export function skipSpace(text: string, position: number): number {
  while (position < text.length && text.charCodeAt(position) <= 32) position++
  return position
}

/** Gives the text of the value that starts at `start` of well-formed JSON text. */
export function valueText(text: string, start: number): string {
  return text.slice(start, skipValue(text, start))
}

function skipString(text: string, position: number): number {
  return Math.min(endOfText(text, position) + 1, text.length)
}

function skipValue(text: string, start: number): number {
  let depth = 0
  let position = start
  do {
    const character = text[position] ?? ''
    if (character === '"') position = skipString(text, position)
    else if (depth === 0 && !'{['.includes(character)) return skipScalar(text, position)
    else {
      if ('{['.includes(character)) depth++
      else if ('}]'.includes(character)) depth--
      position++
    }
  } while (depth > 0 && position < text.length)
  return position
}

function skipScalar(text: string, position: number): number {
  while (position < text.length && !',]} \n\r\t'.includes(text[position] ?? ' ')) position++
  return position
}
