/** The one reader of times that people and programs write. */
import { EmulatorError } from '../checking/emulator-error.ts'
import { FIRST_MS, LAST_MS, isoTime } from './clock.ts'

/** Example that every door shows. */
const EXAMPLE_TIME = '2026-01-01T12:00:00Z'

/** Form of a time of RFC 3339. `parseTime` knows which days exist. */
export const timePattern = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:\\d\\d)$'

const form = new RegExp(timePattern)
/** Every day that exists, with its hour; the 29th of February also in years without it. */
const ranges =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31|02-29)T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const stored = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/**
 * Reads a time of RFC 3339 with its zone, in whole milliseconds. Undefined for a day or hour that does not exist, which
 * `Date.parse` moves to the next one, and for a time without a zone, which it reads in that of the machine.
 */
export function parseTime(text: string): number | undefined {
  if (!exists(text)) return undefined
  const milliseconds = Date.parse(text)
  return milliseconds >= FIRST_MS && milliseconds <= LAST_MS ? milliseconds : undefined
}

/** Reads a time that was given for `name`. Throws `EmulatorError` with what was expected. */
export function readTime(text: string, name: string): number {
  const milliseconds = parseTime(text)
  if (milliseconds !== undefined) return milliseconds
  throw new EmulatorError(`${name}: ${timeProblem(text)}, got '${text}'`)
}

/** Says why a text is no time. */
export function timeProblem(text: string): string {
  if (/^\+?\d{5,}-/.test(text)) return 'world time ends with the year 9999'
  if (!form.test(text)) return `expected an ISO 8601 time with its zone, such as ${EXAMPLE_TIME}`
  return `expected a day and hour that exist, such as ${EXAMPLE_TIME}`
}

/** Converts a time to UTC with milliseconds, as it is stored and answered. Other values are returned unchanged. */
export function asStoredTime(value: unknown): unknown {
  if (typeof value !== 'string' || stored.test(value)) return value
  const milliseconds = parseTime(value)
  return milliseconds === undefined ? value : isoTime(milliseconds)
}

/** True for a time in UTC, as answers hold it. */
export function isUtcTime(text: string): boolean {
  return text.endsWith('Z') && exists(text)
}

function exists(text: string): boolean {
  return ranges.test(text) && (text.slice(4, 10) !== '-02-29' || isLeapYear(Number(text.slice(0, 4))))
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}
