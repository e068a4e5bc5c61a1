import { ApiError } from '../../contract/api-error.ts'
import type { Saving } from '../../engine/kernel/saving.ts'
import { keptBytes, measureOnce } from '../../engine/world/kept-bytes.ts'
import { findLimit } from '../../engine/world/settings.ts'
import type { World } from '../../engine/world/world.ts'
import type { Snapshot } from '../../engine/world/world-state.ts'
import type { Instance } from '../instance.ts'
import { Documents } from './keep-server.ts'
import type { RunOptions } from './run-options.ts'

/** The largest file that is read: about the longest string of V8. */
export const MAX_STATE_BYTES = 512 * 1024 * 1024

/** Bytes of a file around its documents: names of worlds and snapshots, sections of starts. */
const BESIDE_BYTES = 4 * 1024 * 1024

/** Refuses what the file of `--state` could not hold, and all writes while it cannot be written. */
export class ServerSaving implements Saving {
  readonly #main: Instance
  readonly #run: RunOptions
  /** Bytes of the file, at most; measured again where that is too many. */
  #bytes = 0
  /** Bytes that are counted of worlds since then: what they hold may be more than one document. */
  #touched = new WeakMap<World, number>()
  /** Why the last save failed; undefined if it did not. */
  problem: string | undefined

  constructor(main: Instance, run: RunOptions) {
    this.#main = main
    this.#run = run
    this.#measure()
  }

  refuse(world: World, before: Snapshot): ApiError | undefined {
    const [bytes, had] = [keptBytes(world.state), keptBytes(before)]
    if (bytes < had) return undefined
    if (this.problem !== undefined) return notSaved(this.problem)
    this.#bytes += bytes - (this.#touched.get(world) ?? 0)
    this.#touched.set(world, bytes)
    const max = findMost(world)
    if (this.#bytes <= max || this.#measure() <= max || bytes === had) return undefined
    return tooLarge(max, this.#bytes)
  }

  requireRoom(state?: Snapshot, replaced?: World | Snapshot): void {
    if (this.problem !== undefined) throw notSaved(this.problem)
    if (state === undefined) return
    const bytes = this.#bytes + keptBytes(state)
    const max = findMost(this.#main.host.world)
    if (bytes > max && this.#measure(state, replaced) > max) throw tooLarge(max, this.#bytes)
    this.#bytes = Math.min(bytes, this.#bytes)
  }

  noteSave(problem: string | undefined): void {
    this.problem = problem
    // Work that falls due by itself asks for no room.
    this.#measure()
  }

  /** Bytes of the file, with one more state that may take the place of another. */
  #measure(added?: Snapshot, replaced?: World | Snapshot): number {
    const documents = new Documents(this.#run)
    const sections = new Set<object>()
    if (added !== undefined) documents.refer(added)
    for (const instance of [this.#main, ...this.#main.site.worlds().map(([, further]) => further)]) {
      const { start, firstStart, snapshots } = instance
      const { world } = instance.host
      if (world !== replaced) documents.refer(world.snapshot())
      for (const each of [start.snapshot, firstStart.snapshot]) documents.refer(each)
      for (const each of snapshots.values()) if (each !== replaced) documents.refer(each)
      for (const { world: section } of [start, firstStart]) if (section !== undefined) sections.add(section)
    }
    this.#touched = new WeakMap()
    this.#bytes = BESIDE_BYTES
    for (const section of sections) this.#bytes += measureOnce(section)
    for (const state of documents.states) this.#bytes += keptBytes(state)
    return this.#bytes
  }
}

function findMost(world: World): number {
  return Math.min(findLimit(world, 'state_bytes'), MAX_STATE_BYTES)
}

function notSaved(problem: string): ApiError {
  return new ApiError('internal_error', `the state cannot be saved: ${problem}`, { status: 503 })
}

function tooLarge(max: number, current: number): ApiError {
  return new ApiError(
    'limit_exceeded',
    `The file of --state would be larger than ${max.toLocaleString('en')} bytes (limit 'state_bytes'). Delete something, or set a larger limit.`,
    { limit: { name: 'state_bytes', max, current }, cites: ['A-30', 'A-8'] },
  )
}
