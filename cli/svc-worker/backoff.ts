const first = 250
const longest = 30_000

/**
 * Milliseconds to wait before the attempt after `failures` failures in a row: doubling from a quarter of a second to half a minute, less up to
 * half of it by chance, so that many workers do not come back to a restarted service in one moment.
 */
export function backoff(failures: number, chance: () => number = Math.random): number {
  const full = Math.min(longest, first * 2 ** Math.min(failures, 16))
  return Math.round(full * (1 - chance() / 2))
}
