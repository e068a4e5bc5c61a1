import { timeLeft } from '../progress.ts'

/** How far an exploration has come: `12 of 90 experiments, 2 rejected, about 30 s left`. Real milliseconds. */
export function progressText(done: number, of: number, findings: number, tookMs: number): string {
  return `${done} of ${of} experiments, ${findings} rejected${timeLeft(done, of, tookMs)}`
}
