import type { Emulator } from '../../host/emulator.ts'
import { idOf } from './worlds.ts'

/** Where the world of a test is reached. */
export interface Api {
  /** Root of the REST API, with `/v1`. */
  readonly baseUrl: string
  readonly realtimeUrl: string
  /**
   * Runs a function whose requests to a fixed `apiUrl` reach this test's world and no other, for tests that run at the same time
   * (msw's `boundary`). Without a fixed address every test has its own, and this only calls the function.
   */
  isolated<R>(callback: () => R): R
}

/** A way in which the worlds of a process are reached. */
export interface Network {
  /** Where a world is reached from now on. */
  open(emulator: Emulator, apiUrl: string | undefined): Api
  /** No longer, for a world that had a fixed address. */
  leave(emulator: Emulator): void
  close(): void | Promise<void>
}

export function apiAt(origin: string, emulator: Emulator): Api {
  const root = `${origin}/w/${idOf(emulator)}/v1`
  return { baseUrl: root, realtimeUrl: `${root.replace(/^http/, 'ws')}/realtime`, isolated: (callback) => callback() }
}
