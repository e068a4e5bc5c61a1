const first = 250
const longest = 30_000

/**
 * Milliseconds to wait after `failures` failures in a row: doubles from a quarter of a second to half a minute, minus a
 * random part of up to half, so that many workers do not reconnect to a restarted service at once.
 */
export function backoff(failures: number, chance: () => number = Math.random): number {
  const full = Math.min(longest, first * 2 ** Math.min(failures, 16))
  return Math.round(full * (1 - chance() / 2))
}
