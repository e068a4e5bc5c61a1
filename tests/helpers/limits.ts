/**
 * Time limits in milliseconds for tests and hooks that may exceed vitest's 5 s and 10 s. On a busy machine everything
 * takes ten times as long; a hanging test still ends.
 */
export const PROCESS_TIMEOUT_MS = 60_000

/** For a test that starts processes. */
export const startsProcesses = { timeout: PROCESS_TIMEOUT_MS }

/** For a test with much work: hundreds of cases of a property, thousands of records. */
export const worksThroughMuch = { timeout: PROCESS_TIMEOUT_MS }

/** Number of cases of a slow property: all, or the share in PROPERTY_CASES. */
export function cases(all: number): { readonly numRuns: number } {
  return { numRuns: Math.ceil(all * Number(process.env['PROPERTY_CASES'] ?? 1)) }
}
