import type { Io } from '../shared/io.ts'

/** Real milliseconds between two lines of progress in a log. */
const LOG_MS = 30_000

type Progress = (done: number, of: number, ...rest: number[]) => void

/**
 * Writes progress to stderr: one changing line on a terminal, else a line every 30 s. `describe` gets the elapsed real
 * milliseconds.
 */
export function writeProgress(
  { stderr }: Pick<Io, 'stderr'>,
  describe: (tookMs: number, ...counts: Parameters<Progress>) => string,
  now: () => number = () => performance.now(),
): Progress {
  const began = now()
  let logged = began
  const onTerminal: Progress = (...counts) => {
    const [done, of] = counts
    // Clears a longer previous line.
    stderr.write(`\r\u001B[K${describe(now() - began, ...counts)}${done === of ? '\n' : ''}`)
  }
  const inLog: Progress = (...counts) => {
    if (now() - logged < LOG_MS) return
    logged = now()
    stderr.write(`${describe(logged - began, ...counts)}\n`)
  }
  return (stderr as { isTTY?: boolean }).isTTY === true ? onTerminal : inLog
}

/** The end of a line of progress: `, about 30 s left`. Empty where little is left, or nothing can be said. Real milliseconds. */
export function timeLeft(done: number, of: number, tookMs: number): string {
  if (done === 0) return ''
  const leftMs = (tookMs / done) * (of - done)
  if (leftMs < 1_000) return ''
  return leftMs < 120_000
    ? `, about ${Math.round(leftMs / 1_000)} s left`
    : `, about ${Math.round(leftMs / 60_000)} min left`
}
