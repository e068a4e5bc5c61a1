/** Formats a duration in three digits: `0.2 ms`, `41 ms`, `2.4 s`, `312 s`. */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds < 9.95) return `${milliseconds.toFixed(1)} ms`
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1_000
  return `${seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds).toLocaleString('en')} s`
}
