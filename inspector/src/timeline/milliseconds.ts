import type { JournalLine } from '../../../emulator/engine/journal/journal-entry.ts'

/** Formats a duration in three digits: `0.2 ms`, `41 ms`, `2.4 s`, `312 s`. */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds < 9.95) return `${milliseconds.toFixed(1)} ms`
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1_000
  return `${seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds).toLocaleString('en')} s`
}

/**
 * Formats the real time that a request took: `1.5 ms`, `1.5 ms + 2.0 s delayed`, `1.5 ms + 4.0 s held`; empty where none
 * was measured.
 */
export function formatTook({ real_ms: real, delayed_ms: delayed = 0, held_ms: held = 0 }: JournalLine['duration']) {
  if (real === 0) return ''
  return [
    formatMilliseconds(Math.max(0, real - delayed - held)),
    ...(delayed === 0 ? [] : [`${formatMilliseconds(delayed)} delayed`]),
    ...(held === 0 ? [] : [`${formatMilliseconds(held)} held`]),
  ].join(' + ')
}

/** Shortest pause between two requests that people notice, in milliseconds. */
const SHORTEST_PAUSE = 100

/** Formats the real time since the request before: `+1.8 s`; empty where it is short or not known. */
export function formatAfter({ after_ms: after = 0 }: Partial<JournalLine['duration']>): string {
  return after < SHORTEST_PAUSE ? '' : `+${formatMilliseconds(after)}`
}
