/** Default start of world time. */
export const EPOCH = Date.UTC(2026, 0, 1)

/** The first time with an ISO 8601 form of four-digit years. */
export const FIRST_MS = Date.UTC(-1, 12)

/** The last time with an ISO 8601 form of four-digit years. */
export const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

export type ClockMode = 'virtual' | 'real'

/** Clock of a start: `60x` follows real time sixty times as fast. */
export type ClockChoice = ClockMode | `${number}x`

/** Source of real time in milliseconds, which only the edge of the program has. */
export interface RealTime {
  now(): number
}

/** Time of the machine. */
export const realTime: RealTime = { now: () => performance.timeOrigin + performance.now() }

/** Times as fast as real time that a clock runs: 60 for `60x`. Undefined if it is no rate. */
export function parseClockRate(text: string): number | undefined {
  const [, rate] = /^([1-9]\d{0,5}(?:\.\d+)?|0\.\d*[1-9]\d*)x$/.exec(text) ?? []
  return rate === undefined ? undefined : Number(rate)
}

/** Real time at a rate, from now on. */
export function faster(real: RealTime, rate: number): RealTime {
  const start = real.now()
  return { now: () => start + (real.now() - start) * rate }
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * Parses a duration into milliseconds: a number, or a text such as `300ms`, `2s`, `1h`, `1h30m`. Undefined if it is
 * invalid or negative.
 */
export function parseDuration(duration: string | number): number | undefined {
  if (typeof duration === 'number') return Number.isFinite(duration) && duration >= 0 ? Math.round(duration) : undefined
  if (!/^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/.test(duration)) return undefined
  let total = 0
  for (const [, amount, unit] of duration.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g))
    total += Number(amount) * units[unit!]!
  return Math.round(total)
}

/** Formats a time in ISO 8601 UTC, as on the wire. */
export function isoTime(milliseconds: number): string {
  const time = Math.floor(milliseconds)
  if (time !== lastTime) {
    lastText = formatTime(time)
    lastTime = time
  }
  return lastText
}

// Caches the last text: world time moves little between writes, and records of one time share its text.
let lastTime = Number.NaN
let lastText = ''

/** Formats by the second: creating a `Date` takes ten times as long, so it is done once per second. */
function formatTime(time: number): string {
  const second = Math.floor(time / 1000)
  if (second !== lastSecond) {
    lastStart = new Date(second * 1000).toISOString().slice(0, -'000Z'.length)
    lastSecond = second
  }
  return `${lastStart}${String(1000 + time - second * 1000).slice(1)}Z`
}

let lastSecond = Number.NaN
let lastStart = ''
