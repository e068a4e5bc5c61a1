import { didYouMean } from '../../emulator/engine/checking/near-miss.ts'
import { choiceText } from '../../emulator/engine/checking/problems.ts'
import { parseDuration } from '../../emulator/engine/world/clock.ts'
import { splitWords } from '../../emulator/scenario/run/words.ts'
import { usageError } from '../shared/client-error.ts'

/** Parses a flag as an integer within bounds. */
export function parseInteger(flag: string, value: string | undefined, min: number, max: number): number | undefined {
  if (value === undefined) return undefined
  const number = /^-?\d+$/.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max) return number
  throw usageError(`--${flag} takes an integer from ${min} to ${max}; it was '${value}'`)
}

/** Parses a flag as one of a few words. */
export function parseChoice<const C extends string>(
  flag: string,
  value: string | undefined,
  choices: readonly C[],
): C | undefined {
  if (value === undefined || (choices as readonly string[]).includes(value)) return value as C | undefined
  throw usageError(`--${flag} takes ${choiceText(choices)}; it was '${value}'${didYouMean(value, choices)}`)
}

/** Maximum delay of a timer in milliseconds. */
const MAX_TIMER_MS = 2_147_483_647

/** Parses a flag as a duration in milliseconds. */
export function parseDurationFlag(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const milliseconds = value === '0' ? 0 : parseDuration(value)
  if (milliseconds !== undefined && milliseconds <= MAX_TIMER_MS) return milliseconds
  throw usageError(`--${flag} takes a duration such as 300ms, 30s or 5m, up to 24d; it was '${value}'`)
}

/** Requires a command line to name a program. */
export function parseCommandLine(flag: string, line: string | undefined): string | undefined {
  if (line === undefined) return undefined
  try {
    if ((splitWords(line)[0] ?? '') !== '') return line
  } catch (error) {
    throw usageError(`--${flag}: ${(error as Error).message}`)
  }
  throw usageError(`--${flag} takes a command line such as 'node ./my-svc.js'; it was empty`)
}

/** Parses a URL of the API. A bare origin gets the path `/v1`. */
export function parseUrl(flag: string, text: string, protocol: RegExp): string {
  if (!URL.canParse(text) || !protocol.test(new URL(text).protocol)) {
    throw usageError(
      `--${flag} takes a URL such as ${flag === 'target' ? 'http://127.0.0.1:4010/v1' : 'ws://127.0.0.1:4010/v1/realtime'}; it was '${text}'`,
    )
  }
  const url = new URL(text)
  if (flag === 'target' && url.pathname === '/') url.pathname = '/v1'
  return url.href.replace(/\/$/, '')
}

/** Parses a flag as a percentage. */
export function parsePercent(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const percent = /^\d{1,3}(?:\.\d+)?%?$/.test(text) ? Number.parseFloat(text) : Number.NaN
  if (percent <= 100) return percent
  throw usageError(`--${flag} takes a percentage from 0 to 100; it was '${text}'`)
}

/** Splits a comma-separated value. */
export function splitList(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
