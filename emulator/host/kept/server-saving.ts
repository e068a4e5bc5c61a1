import { ApiError } from '../../contract/api-error.ts'
import type { Saving } from '../../engine/kernel/saving.ts'
import { keptBytes, measureOnce } from '../../engine/world/kept-bytes.ts'
import { findLimit } from '../../engine/world/settings.ts'
import type { World } from '../../engine/world/world.ts'
import type { Snapshot, WorldState } from '../../engine/world/world-state.ts'
import type { Instance } from '../instance.ts'
import { Documents, holdServer } from './keep-server.ts'
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
  #touched = new WeakSet<World>()
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
    this.#bytes += this.#touched.has(world) ? bytes - had : bytes
    this.#touched.add(world)
    const max = findMost(world)
    if (this.#bytes <= max || this.#measure() <= max || bytes === had) return undefined
    return tooLarge(max, this.#bytes)
  }

  requireRoom(state?: Readonly<WorldState>): void {
    if (this.problem !== undefined) throw notSaved(this.problem)
    if (state === undefined) return
    const bytes = keptBytes(state)
    const max = findMost(this.#main.host.world)
    if (this.#bytes + bytes > max && this.#measure() + bytes > max) throw tooLarge(max, this.#bytes + bytes)
    this.#bytes += bytes
  }

  #measure(): number {
    const documents = new Documents(this.#run)
    const { main, worlds } = holdServer(this.#main)
    const sections = new Set<object>()
    for (const { state, start, first, snapshots } of [main, ...worlds]) {
      for (const each of [state, start.snapshot, first.snapshot, ...snapshots.map(([, snapshot]) => snapshot)])
        documents.refer(each)
      for (const { world } of [start, first]) if (world !== undefined) sections.add(world)
    }
    this.#touched = new WeakSet()
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
