import { parseDuration } from '../world/clock.ts'

/** An allowance of requests: that many at once, refilled evenly over the period. */
export interface Rate {
  readonly requests: number
  readonly perMs: number
}

/** A rate as written: `5/s`, `100/m`, `10/30s`. */
export const RATE = /^([1-9]\d{0,8})\/([1-9]\d{0,8})?(ms|s|m|h|d)$/

/** Parses `5/s`, `100/m` or `10/30s`. Undefined if it is no rate. */
export function parseRate(text: string): Rate | undefined {
  const [, requests, amount = '1', unit] = RATE.exec(text) ?? []
  return requests === undefined ? undefined : { requests: Number(requests), perMs: parseDuration(`${amount}${unit}`)! }
}

/** Rounding of periods that do not divide evenly, far below a millisecond. */
const ROUNDING_MS = 0.001

/**
 * World time at which an allowance is whole again once a request at `now` has taken its part. Undefined if nothing is
 * left for the request. `fullAt` is the time for the requests before it.
 */
export function takeOne({ requests, perMs }: Rate, fullAt: number, now: number): number | undefined {
  const next = Math.max(fullAt, now) + perMs / requests
  return next - now > perMs + ROUNDING_MS ? undefined : next
}

/** Milliseconds of world time from `now` until the next request is within the rate. */
export function waitFor({ requests, perMs }: Rate, fullAt: number, now: number): number {
  return Math.max(0, fullAt + perMs / requests - perMs - now)
}
