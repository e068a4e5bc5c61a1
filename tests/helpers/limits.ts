/**
 * Milliseconds for tests, and hooks, that may take longer than vitest's 5 s for a test and 10 s for a hook. On a machine that does ten
 * other things everything takes ten times as long, and what hangs still ends.
 */
export const PROCESS_TIMEOUT_MS = 60_000

/** A test that starts processes. */
export const startsProcesses = { timeout: PROCESS_TIMEOUT_MS }

/** A test that works through much: hundreds of cases of a property, thousands of records. */
export const worksThroughMuch = { timeout: PROCESS_TIMEOUT_MS }

/** Cases of a property that takes seconds: all of them, or the share that PROPERTY_CASES names. */
export function cases(all: number): { readonly numRuns: number } {
  return { numRuns: Math.ceil(all * Number(process.env['PROPERTY_CASES'] ?? 1)) }
}
