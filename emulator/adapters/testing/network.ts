import type { Emulator } from '../../host/emulator.ts'
import { testWorld, type TestWorld } from './test-world.ts'
import { findWorldId } from './worlds.ts'

/** Addresses of the world of a test. */
export interface Api {
  /** Root of the REST API, with `/v1`. */
  readonly baseUrl: string
  readonly realtimeUrl: string
  /** The world itself, as headers and keys name it. */
  readonly world: TestWorld
  /**
   * Runs a function whose requests to a fixed `apiUrl` reach only this test's world, for concurrent tests (msw's
   * `boundary`). Without a fixed address every test has its own, and the function is simply called.
   */
  isolated<R>(callback: () => R): R
}

/** A transport that makes the worlds of a process reachable. */
export interface Network {
  /** Opens a world and returns its addresses. */
  open(emulator: Emulator, apiUrl: string | undefined): Api
  /** Closes a world that had a fixed address. */
  leave(emulator: Emulator): void
  close(): void | Promise<void>
}

export function apiAt(origin: string, emulator: Emulator): Api {
  const name = findWorldId(emulator)
  const root = `${origin}/w/${name}/v1`
  return {
    baseUrl: root,
    realtimeUrl: `${root.replace(/^http/, 'ws')}/realtime`,
    world: testWorld(name),
    isolated: (callback) => callback(),
  }
}
