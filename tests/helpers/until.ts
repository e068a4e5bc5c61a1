import { inject, vi } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Milliseconds that a test may wait for one condition: slightly less than its time limit. */
    patience: number
  }
}

/** Milliseconds that a test of this project may wait for one condition. */
export function patience(): number {
  return inject('patience')
}

/** Waits until `check` no longer throws. Its limit is that of the test: on a busy machine no second is long enough. */
export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: patience(), interval: 5 })
}
