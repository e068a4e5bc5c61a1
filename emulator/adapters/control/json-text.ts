import { isObject } from '../../engine/checking/is-object.ts'

/** The JSON of a value in pieces: lists and objects so many levels down are taken apart, others are a piece. */
export function* jsonText(value: unknown, levels: number): Generator<string, void> {
  if (levels === 0 || (!isObject(value) && !Array.isArray(value))) {
    yield JSON.stringify(value)
    return
  }
  const isList = Array.isArray(value)
  yield isList ? '[' : '{'
  let separator = ''
  for (const [name, part] of Object.entries(value)) {
    if (part === undefined) continue
    yield `${separator}${isList ? '' : `${JSON.stringify(name)}:`}`
    yield* jsonText(part, levels - 1)
    separator = ','
  }
  yield isList ? ']' : '}'
}
