/** Derives the expectation of a step from its answer: exact values if every run has the same, else their kinds. */
import { isMatcher, slippedWords } from '../../engine/matching/expect.ts'
import type { CallOutcome, HttpOutcome } from '../outcome.ts'
import { errorCodes } from '../../engine/matching/error-code.ts'
import type { CallExpect, HttpExpect } from '../../engine/matching/schema-expect.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { isUuid } from '../../contract/uuid.ts'
import { isCursorField, isDrawn, isSecretField, uuidsIn } from './fields.ts'
import { escaped, type Values } from './values.ts'

/** Longest list that is expected item by item. Of longer ones only the length and the first item are expected. */
const MAX_ITEMS = 3
const DEEPEST = 8
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

export function httpExpectation(
  { outcome, status, error, body, bytes, envelope }: HttpOutcome,
  values: Values,
  step: number,
): HttpExpect {
  if (outcome !== 'answered') return { outcome }
  const answered = { status: status ?? 0, ...(error !== undefined && { error: knownError(error) }) }
  if (isObject(body)) {
    if (error === undefined) return { ...answered, body: describeShape(body, values, step) }
    // The text of a message may change; clients rely on the code.
    const { status: _verdict, error: _error, message: _message, ...rest } = body
    return { ...answered, ...(Object.keys(rest).length > 0 && { body: describeShape(rest, values, step) }) }
  }
  return {
    ...answered,
    ...(bytes ? { bytes } : {}),
    ...(envelope !== undefined && { envelope: describeShape(envelope, values, step) }),
  }
}

export function callExpectation(
  { outcome, result, error, code, limit }: CallOutcome,
  values: Values,
  step: number,
): CallExpect {
  if (outcome !== 'answered') return { outcome }
  if (code === undefined) return { result: describeShape(result, values, step) }
  return {
    ...(error === undefined ? { code } : { error: knownError(error) }),
    ...(limit !== undefined && { limit: describeShape(limit, values, step) }),
  }
}

/** Status and error; undefined if there was no answer. */
export function httpVerdict({ outcome, status, error }: HttpOutcome): HttpExpect | undefined {
  if (outcome !== 'answered') return undefined
  return { status: status ?? 0, ...(error !== undefined && { error: knownError(error) }) }
}

/** The error, or that there is a result; undefined if there was no answer. */
export function callVerdict({ outcome, error, code }: CallOutcome): CallExpect | undefined {
  if (outcome !== 'answered') return undefined
  if (code === undefined) return { result: { is: 'present' } }
  return error === undefined ? { code } : { error: knownError(error) }
}

function knownError(error: string): NonNullable<HttpExpect['error']> {
  const known = errorCodes.find((code) => code === error)
  return known ?? { exactly: escaped(error) }
}

/** The value, with kinds in place of ids, times and other values that the server generates. */
function describeShape(value: unknown, values: Values, step: number): unknown {
  const shape = (item: unknown, name: string | number | undefined, holder: unknown, depth: number): unknown => {
    if (typeof item === 'string') return textShape(item, name, holder, values, step)
    if (Array.isArray(item))
      return depth > DEEPEST ? { is: 'array' } : listShape(item, (each) => shape(each, name, holder, depth + 1))
    if (!isObject(item)) return item
    if (depth > DEEPEST || isMatcher(item) || slippedWords(item)) return { is: 'object' }
    return Object.fromEntries(
      Object.entries(item).map(([field, inner]) => [escaped(field), shape(inner, field, item, depth + 1)]),
    )
  }
  return shape(value, undefined, undefined, 0)
}

function listShape(list: readonly unknown[], shape: (item: unknown) => unknown): unknown {
  if (list.length <= MAX_ITEMS) return list.map(shape)
  return { length: list.length, contains: shape(list[0]) }
}

function textShape(
  text: string,
  name: string | number | undefined,
  holder: unknown,
  values: Values,
  step: number,
): unknown {
  if (isSecretField(name, holder) || name === 'key_prefix' || values.holdsSecret(text)) return { is: 'string' }
  const variable = values.variable(text, step)
  if (variable !== undefined) return `\${${variable}}`
  if (isUuid(text)) return values.isGiven(text) ? text : { is: 'uuid' }
  if (time.test(text)) return { is: 'iso8601' }
  const varies = isCursorField(name) || isDrawn(text, name, holder) || uuidsIn(text).length > 0
  return varies && !values.isGiven(text) ? { is: 'string' } : escaped(text)
}
