import { Coverage, type CoverageReport } from '../engine/coverage/coverage.ts'
import type { WireRequest, WireResponse } from '../engine/kernel/wire.ts'
import { defaultBounds, type Bounds } from '../engine/world/bounds.ts'
import type { ScenarioSource } from './create-world.ts'

/** Scenarios that a host offers by name; only Node reads files. */
export interface ScenarioLibrary {
  names(): Promise<readonly string[]>
  /** Reads every file, which takes seconds on a slow machine. */
  list(): Promise<readonly { readonly name: string; readonly about: string }[]>
  /** Throws `EmulatorError` with all problems. */
  load(source: string | object): Promise<ScenarioSource>
}

/** Access to the control API. */
export interface ControlPolicy {
  /** Token that is accepted in place of a loopback `Host`. */
  readonly token?: string | undefined
  /** Requires the token for every request, because the server listens beyond this machine. */
  readonly tokenRequired?: boolean
}

/** Parts of a world that a site uses. */
interface Member {
  readonly coverage: Coverage
  close(): void
}

/** Worlds that are served together: a main world, further worlds, and access to their control. */
export class Site<W extends Member> {
  readonly #main: W | undefined
  /** Coverage before resets, and of deleted worlds. */
  readonly #past = new Coverage()
  policy: ControlPolicy = {}
  library: ScenarioLibrary | undefined = undefined
  /** Reads the page of the inspector; undefined if it was not built. */
  inspector: (() => Promise<string | undefined>) | undefined = undefined
  bounds: Bounds = defaultBounds
  /** Answers the control API; set by transports that offer it. */
  control: ((world: W, request: WireRequest) => Promise<WireResponse>) | undefined = undefined
  /** Answers API requests that name no world, if the main world must not. */
  unaddressed: ((world: W, request: WireRequest) => WireResponse | undefined) | undefined = undefined
  readonly #worlds = new Map<string, W>()
  readonly #ids = new WeakMap<W, string>()
  #created = 0

  /** `main` answers requests that name no world. */
  constructor(main?: W) {
    this.#main = main
  }

  /** Adds a world under an id that is never reused. */
  add(world: W): string {
    const id = `w${++this.#created}`
    this.#worlds.set(id, world)
    this.#ids.set(world, id)
    return id
  }

  get(id: string): W | undefined {
    return this.#worlds.get(id)
  }

  /** Id of a world; undefined if it is not part of the site. */
  findId(world: W): string | undefined {
    return this.#ids.get(world)
  }

  /** Removes a world and closes its sockets. Returns false if there is none. */
  delete(id: string): boolean {
    const world = this.#worlds.get(id)
    if (world === undefined) return false
    this.#worlds.delete(id)
    this.keep(world.coverage)
    world.close()
    return true
  }

  /** Adds coverage that is about to be lost to the total. */
  keep(coverage: Coverage): void {
    this.#past.add(coverage)
  }

  /** Coverage of all worlds, including those that were reset or deleted. */
  coverage(): CoverageReport {
    const total = new Coverage()
    total.add(this.#past)
    if (this.#main !== undefined) total.add(this.#main.coverage)
    for (const world of this.#worlds.values()) total.add(world.coverage)
    return total.report()
  }

  get size(): number {
    return this.#worlds.size
  }

  worlds(): IterableIterator<[string, W]> {
    return this.#worlds.entries()
  }
}
