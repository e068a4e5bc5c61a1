/** Longest `Retry-After` that is followed, in milliseconds. */
export const MAX_RETRY_AFTER_MS = 60_000

/**
 * Milliseconds of a `Retry-After`, in seconds or as an HTTP date; undefined for any other text. `now`: current time in
 * milliseconds since 1970. Callers decide how long a wait they follow: `MAX_RETRY_AFTER_MS` at most.
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1_000
  const date = /^[A-Z][a-z]{2,8},? /.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date - now) ? undefined : Math.max(0, date - now)
}
