import { inject, vi } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Milliseconds that a test may wait for one thing: a little less than it may take. */
    patience: number
  }
}

/** Milliseconds that a test of this project may wait for one thing. */
export function patience(): number {
  return inject('patience')
}

/** Waits until `check` throws no more. The time it has is that of a test, as on a busy machine no second is long enough. */
export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: patience(), interval: 5 })
}
