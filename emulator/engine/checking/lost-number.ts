import { endOfText, shallowJson } from './json-parts.ts'
import { findPath } from './json-scan.ts'
import type { Path } from './problems.ts'

/** A number that cannot be kept as it was written: a double holds another one, or none. */
export interface LostNumber {
  readonly offset: number
  readonly path: Path
  readonly message: string
}

/** Matches every text with such a number: sixteen digits in a row, or an exponent of three. */
const MAY_LOSE = /[\d.]{16}|\d[eE]\+?\d{3}/

/** Finds the numbers of well-formed JSON text that cannot be kept, in order. */
export function* lostNumbers(json: string): Generator<LostNumber> {
  for (const [offset, number] of findLost(json))
    yield { offset, path: findPath(json, offset), message: lostNumberText(number) }
}

/**
 * Parses JSON for comparing and showing: a number that cannot be kept is a text with its digits, where a double would be
 * another number. Throws `SyntaxError`.
 */
export function parseAsWritten(json: string): unknown {
  const value: unknown = JSON.parse(json)
  return MAY_LOSE.test(json) ? JSON.parse(quoteLost(json)) : value
}

/** Parses JSON as `parseAsWritten` does. Undefined for invalid or too deeply nested JSON. */
export function shallowAsWritten(json: string): unknown {
  const value = shallowJson(json)
  return value !== undefined && MAY_LOSE.test(json) ? JSON.parse(quoteLost(json)) : value
}

function quoteLost(json: string): string {
  let quoted = ''
  let end = 0
  for (const [offset, number] of findLost(json)) {
    quoted += `${json.slice(end, offset)}"${number}"`
    end = offset + number.length
  }
  return quoted + json.slice(end)
}

/** Finds offset and text of each number that cannot be kept. */
function* findLost(json: string): Generator<[offset: number, number: string]> {
  if (!MAY_LOSE.test(json)) return
  const next = /"|-?\d[\d.eE+-]*/g
  for (let found = next.exec(json); found !== null; found = next.exec(json)) {
    const { index: offset } = found
    if (found[0] === '"') next.lastIndex = endOfText(json, offset) + 1
    else if (!isKept(found[0])) yield [offset, found[0]]
  }
}

/** True for a decimal number that a double holds; places beyond those of a fraction are rounded, as everywhere. */
export function isKept(decimal: string): boolean {
  const value = Number(decimal)
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return true
  return Number.isFinite(value) && withoutZeros(decimal) === withoutZeros(String(value))
}

/** Says why a number cannot be kept, and how to send it. */
export function lostNumberText(number: string): string {
  const value = Number(number)
  const shown = number.length > 40 ? `${number.slice(0, 37)}...` : number
  const kept = Number.isFinite(value) ? `a double holds ${value} in its place` : 'it is beyond the largest double'
  return `the number ${shown} cannot be kept: ${kept}; write it as a string`
}

/** Formats a decimal number as its digits without zeros at either end, and the power of ten behind them. */
function withoutZeros(decimal: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^[+-]?(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(decimal) ?? []
  const all = whole + fraction
  const digits = all.replace(/0+$/, '')
  return `${digits.replace(/^0+/, '')}e${Number(exponent) - fraction.length + all.length - digits.length}`
}
