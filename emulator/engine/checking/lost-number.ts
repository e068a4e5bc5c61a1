import { endOfText, jsonParts, MAX_LEVELS } from './json-parts.ts'
import { findPath } from './json-scan.ts'
import type { Path } from './problems.ts'

/** A number that cannot be kept as it was written: a double holds another one, or none. */
export interface LostNumber {
  readonly offset: number
  readonly path: Path
  readonly message: string
}

/** Matches every text with such a number: sixteen digits in a row, an exponent of three, or zero with a minus. */
const MAY_LOSE = /(?:^|[[:,\s])(?:-?[\d.]{16}|-?[\d.]+[eE][+-]?\d{3}|-0(?:\.0+)?(?:[eE][+-]?\d+)?(?![.\d]))/

/** Finds the numbers of well-formed JSON text that cannot be kept, in order. */
export function lostNumbers(json: string): Iterable<LostNumber> {
  return MAY_LOSE.test(json) ? locateLost(json) : []
}

function* locateLost(json: string): Generator<LostNumber> {
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

/**
 * Parses JSON of others as `parseAsWritten` does. Undefined for invalid text, and for nesting beyond `MAX_LEVELS`.
 */
export function shallowJson(json: string): unknown {
  try {
    return jsonParts(json).levels > MAX_LEVELS ? undefined : parseAsWritten(json)
  } catch {
    return undefined
  }
}

/** True for JSON with a number that cannot be kept. */
export function losesNumber(json: string): boolean {
  return MAY_LOSE.test(json) && findLost(json).next().done !== true
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
  const next = /"|-?\d[\d.eE+-]*/g
  for (let found = next.exec(json); found !== null; found = next.exec(json)) {
    const { index: offset } = found
    if (found[0] === '"') next.lastIndex = endOfText(json, offset) + 1
    else if (!isKept(found[0])) yield [offset, found[0]]
  }
}

/**
 * True for a decimal number whose digits a double gives back: up to seventeen, which some programs write of every
 * double, or those that JavaScript writes. Zero with a minus is not kept: JSON of JavaScript has no minus there.
 */
export function isKept(decimal: string): boolean {
  const value = Number(decimal)
  if (!Number.isFinite(value)) return false
  const [digits, power] = significant(decimal)
  if (digits === '') return !decimal.startsWith('-')
  if (digits.length < 16 && Math.abs(value) >= SMALLEST_NORMAL && Math.abs(value) < 1e300) return true
  if (value === 0) return false
  const isSame = (text: string) => significant(text).join('e') === `${digits}e${power}`
  return isSame(String(value)) || (digits.length <= 17 && isSame(value.toPrecision(digits.length)))
}

/** Below it, a double has fewer digits. */
const SMALLEST_NORMAL = 2 ** -1022

/** Says why a number cannot be kept, and how to send it. */
export function lostNumberText(number: string): string {
  const value = Number(number)
  const shown = number.length > 40 ? `${number.slice(0, 37)}...` : number
  if (value === 0 && significant(number)[0] === '')
    return `the number ${shown} cannot be kept: its sign is lost; write 0`
  return `the number ${shown} cannot be kept: it ${beyondDouble(value)}; write it as a string`
}

function beyondDouble(value: number): string {
  if (value === 0) return 'is below the smallest double'
  return Number.isFinite(value) ? 'has more digits than a double holds' : 'is beyond the largest double'
}

/** Digits of a decimal number without zeros at either end, and the power of ten behind them. */
function significant(decimal: string): [digits: string, power: number] {
  const [, whole = '', fraction = '', exponent = '0'] = /^[+-]?(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(decimal) ?? []
  const all = whole + fraction
  const digits = all.replace(/0+$/, '')
  return [digits.replace(/^0+/, ''), Number(exponent) - fraction.length + all.length - digits.length]
}
