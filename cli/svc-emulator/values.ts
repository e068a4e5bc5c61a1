import { MAX_TIMER_MS } from '../../emulator/lab/engine/read-milliseconds.ts'
import { didYouMean } from '../../emulator/engine/checking/near-miss.ts'
import { choiceText } from '../../emulator/engine/checking/problems.ts'
import { parseDuration } from '../../emulator/engine/world/clock.ts'
import { splitWords } from '../../emulator/scenario/run/words.ts'
import { usageError } from '../shared/client-error.ts'

/** Makes a parser of integers within bounds. */
export function integer(min: number, max: number) {
  return (text: string, flag: string): number => {
    const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    throw usageError(`--${flag} takes an integer from ${min} to ${max}; it was '${text}'`)
  }
}

/** Parses a port. */
export const port = integer(0, 65_535)
/** Parses a seed. */
export const seed = integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
/** Parses a number of runs at the same time. */
export const jobs = integer(1, 64)

/** Makes a parser of comma-separated words, each one of a few. */
export function choices<const C extends string>(known: readonly C[]) {
  return (text: string, flag: string): readonly C[] =>
    list(text).map((word) => {
      if ((known as readonly string[]).includes(word)) return word as C
      throw usageError(`--${flag} takes ${choiceText(known)}; it was '${word}'${didYouMean(word, known)}`)
    })
}

/** Parses a duration, in milliseconds. It may be 0. */
export function duration(text: string, flag: string): number {
  const milliseconds = text === '0' ? 0 : parseDuration(text)
  if (milliseconds !== undefined && milliseconds <= MAX_TIMER_MS) return milliseconds
  throw usageError(`--${flag} takes a duration such as 300ms, 30s or 5m, up to 24d; it was '${text}'`)
}

/** Parses a duration of more than 0, in milliseconds. */
export function someTime(text: string, flag: string): number {
  const milliseconds = duration(text, flag)
  if (milliseconds > 0) return milliseconds
  throw usageError(`--${flag} takes a duration such as 300ms, 30s or 5m, more than 0 and up to 24d; it was '${text}'`)
}

/** Parses the time after which a world is deleted, in milliseconds; undefined for 0, which deletes none. */
export function idleTime(text: string, flag: string): number | undefined {
  const milliseconds = text === '0' ? 0 : parseDuration(text)
  if (milliseconds !== undefined) return milliseconds === 0 ? undefined : milliseconds
  throw usageError(`--${flag} takes a duration such as 30m or 14d, or 0; it was '${text}'`)
}

/** Requires a command line to name a program. */
export function commandLine(text: string, flag: string): string {
  commandWords(text, flag)
  return text
}

/** Splits a command line that names a program. */
export function commandWords(text: string, flag: string): readonly string[] {
  try {
    const words = splitWords(text)
    if ((words[0] ?? '') !== '') return words
  } catch (error) {
    throw usageError(`--${flag}: ${(error as Error).message}`)
  }
  throw usageError(`--${flag} takes a command line such as 'node ./my-svc.js'; it was empty`)
}

/** Parses a URL of the REST API. A bare origin gets the path `/v1`. */
export function apiUrl(text: string, flag: string): string {
  const url = parseUrl(text, flag, /^https?:$/, 'http://127.0.0.1:4010/v1')
  if (url.pathname === '/') url.pathname = '/v1'
  return url.href.replace(/\/$/, '')
}

/** Parses a URL of the realtime API. */
export function realtimeUrl(text: string, flag: string): string {
  return parseUrl(text, flag, /^wss?:$/, 'ws://127.0.0.1:4010/v1/realtime').href.replace(/\/$/, '')
}

function parseUrl(text: string, flag: string, protocol: RegExp, example: string): URL {
  if (URL.canParse(text) && protocol.test(new URL(text).protocol)) return new URL(text)
  throw usageError(`--${flag} takes a URL such as ${example}; it was '${text}'`)
}

/** Parses a percentage. */
export function percent(text: string, flag: string): number {
  const number = /^\d{1,3}(?:\.\d+)?%?$/.test(text) ? Number.parseFloat(text) : Number.NaN
  if (number <= 100) return number
  throw usageError(`--${flag} takes a percentage from 0 to 100; it was '${text}'`)
}

/** Splits a comma-separated value. */
export function list(text: string): readonly string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
