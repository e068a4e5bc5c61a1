import { vi } from 'vitest'

/** Waits until `check` throws no more. The time it has is that of a test, as on a busy machine no second is long enough. */
export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 50_000, interval: 5 })
}
