import { vi } from 'vitest'

/** Milliseconds that a test may wait for one thing. */
export const DEFAULT_TIMEOUT_MS = 50_000

/** Waits until `check` throws no more. The time it has is that of a test, as on a busy machine no second is long enough. */
export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: DEFAULT_TIMEOUT_MS, interval: 5 })
}
