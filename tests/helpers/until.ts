import { vi } from 'vitest'

/** Milliseconds that a test waits for one condition: slightly less than the limit of a test, so that it says what was missing. */
export const PATIENCE_MS = 50_000

/** Waits until `check` no longer throws. */
export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 5 })
}
