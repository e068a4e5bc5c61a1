import { isObject } from '../../engine/checking/is-object.ts'
import type { WireStream } from '../../engine/kernel/wire.ts'
import { Raw } from './handler.ts'

/** Characters of a piece. */
const PIECE = 16 * 1024

/** An answer whose text is generated while the client reads it. Do all checks before. */
export function longAnswer(type: string, stream: WireStream): Raw {
  return new Raw({ status: 200, headers: ['content-type', type, 'cache-control', 'no-store'], body: null, stream })
}

/** A long answer of JSON, with the end of its line. */
export function longJson(texts: Iterable<string>): Raw {
  return longAnswer('application/json', joined(texts))
}

/** JSON of a list of values. */
export function* listText(items: Iterable<unknown>): Generator<string, void> {
  yield '['
  let separator = ''
  for (const item of items) {
    yield `${separator}${JSON.stringify(item)}`
    separator = ','
  }
  yield ']'
}

/** Yields the JSON of a value piece by piece, splitting lists and objects down to `levels`. Any iterable is a list. */
export function* jsonText(value: unknown, levels: number): Generator<string, void> {
  if (levels === 0 || (!isObject(value) && !Array.isArray(value))) {
    yield JSON.stringify(value)
    return
  }
  const isList = Symbol.iterator in value
  yield isList ? '[' : '{'
  let separator = ''
  for (const part of isList ? (value as Iterable<unknown>) : Object.entries(value)) {
    const [name, item] = isList ? [undefined, part] : (part as [string, unknown])
    if (item === undefined) continue
    yield `${separator}${name === undefined ? '' : `${JSON.stringify(name)}:`}`
    yield* jsonText(item, levels - 1)
    separator = ','
  }
  yield isList ? ']' : '}'
}

/**
 * Joins short texts into larger pieces, and adds the last line end. Passes empty texts on: they mark places where the
 * work ends if the client has gone.
 */
function* joined(texts: Iterable<string>): Generator<string, void> {
  let held = ''
  for (const text of texts) {
    held += text
    if (text === '') yield ''
    if (held.length < PIECE) continue
    yield held
    held = ''
  }
  yield `${held}\n`
}
