import { Coverage, type CoverageReport } from '../engine/coverage/coverage.ts'
import type { WireRequest, WireResponse } from '../engine/kernel/wire.ts'
import { defaultBounds, type Bounds } from '../engine/world/bounds.ts'
import type { ScenarioSource } from './create-world.ts'

/** Scenarios that a host can offer by name; only Node reads files. */
export interface ScenarioLibrary {
  list(): Promise<readonly { readonly name: string; readonly about: string }[]>
  /** Throws `EmulatorError` with every problem. */
  load(source: string | object): Promise<ScenarioSource>
}

/** Who may use the control API. */
export interface ControlPolicy {
  /** Token that stands in for a loopback `Host`. */
  readonly token?: string | undefined
  /** The server listens beyond this machine: no request passes without the token. */
  readonly tokenRequired?: boolean
}

/** What a site asks of the worlds it holds. */
interface Member {
  readonly coverage: Coverage
  close(): void
}

/** What is served together: a main world, the worlds created beside it, and who may control them. */
export class Site<W extends Member> {
  readonly #main: W | undefined
  /** What was exercised before resets, and in worlds that are gone. */
  readonly #past = new Coverage()
  policy: ControlPolicy = {}
  library: ScenarioLibrary | undefined = undefined
  /** Reads the page of the inspector; undefined where it is not built. */
  inspector: (() => Promise<string | undefined>) | undefined = undefined
  bounds: Bounds = defaultBounds
  /** Milliseconds that nobody was served, at most; a server knows. */
  longestStall: () => number = () => 0
  /** Answers the control API; handed in by what offers one. */
  control: ((world: W, request: WireRequest) => Promise<WireResponse>) | undefined = undefined
  /** Answers requests to the API of its main world, where that is none that is meant. */
  unaddressed: ((world: W, request: WireRequest) => WireResponse | undefined) | undefined = undefined
  readonly #worlds = new Map<string, W>()
  readonly #ids = new WeakMap<W, string>()
  #created = 0

  /** `main` answers where no world is addressed. */
  constructor(main?: W) {
    this.#main = main
  }

  /** Serves a world under an id of its own, which is never used again. */
  add(world: W): string {
    const id = `w${++this.#created}`
    this.#worlds.set(id, world)
    this.#ids.set(world, id)
    return id
  }

  get(id: string): W | undefined {
    return this.#worlds.get(id)
  }

  /** The id of a world; undefined for what is not one of these. */
  idOf(world: W): string | undefined {
    return this.#ids.get(world)
  }

  /** Forgets a world and closes its sockets. False when there is none. */
  delete(id: string): boolean {
    const world = this.#worlds.get(id)
    if (world === undefined) return false
    this.#worlds.delete(id)
    this.keep(world.coverage)
    world.close()
    return true
  }

  /** Keeps in the total what is about to be forgotten. */
  keep(coverage: Coverage): void {
    this.#past.add(coverage)
  }

  /** Everything that was exercised here: in all worlds, also before they were reset or deleted. */
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
