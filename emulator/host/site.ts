import type { ControlPolicy } from '../control/guard.ts'
import { Coverage, type CoverageReport } from '../coverage/coverage.ts'
import type { ScenarioSource } from './create-world.ts'
import type { Emulator, ForkOptions } from './emulator.ts'
import type { Snapshot } from '../world/world.ts'

/** Scenarios that a host can offer by name; only Node reads files. */
export interface ScenarioLibrary {
  list(): Promise<readonly { readonly name: string; readonly about: string }[]>
  /** Throws `EmulatorError` with every problem. */
  load(source: string | object): Promise<ScenarioSource>
}

/** What is served together: an emulator, the worlds created beside it, and who may control them. */
export class Site {
  readonly #main: Emulator | undefined
  /** What was exercised before resets, and in worlds that are gone. */
  readonly #past = new Coverage()
  policy: ControlPolicy = {}
  library: ScenarioLibrary | undefined = undefined
  readonly #worlds = new Map<string, Emulator>()
  readonly #ids = new WeakMap<Emulator, string>()
  #created = 0

  /** `main` answers where no world is addressed. */
  constructor(main?: Emulator) {
    this.#main = main
  }

  /** Creates a world from another, in constant time. Its id is never used again. */
  create(from: Emulator, options: ForkOptions): { id: string; emulator: Emulator } {
    const id = `w${++this.#created}`
    const emulator = from.fork({ ...options, site: this })
    this.#worlds.set(id, emulator)
    this.#ids.set(emulator, id)
    return { id, emulator }
  }

  get(id: string): Emulator | undefined {
    return this.#worlds.get(id)
  }

  /** The id of a world; undefined for what is not one of these. */
  idOf(emulator: Emulator): string | undefined {
    return this.#ids.get(emulator)
  }

  /** Forgets a world and closes its sockets. False when there is none. */
  delete(id: string): boolean {
    const emulator = this.#worlds.get(id)
    if (emulator === undefined) return false
    this.#worlds.delete(id)
    this.keep(emulator.host.coverage)
    emulator.close()
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
    if (this.#main !== undefined) total.add(this.#main.host.coverage)
    for (const emulator of this.#worlds.values()) total.add(emulator.host.coverage)
    return total.report()
  }

  get size(): number {
    return this.#worlds.size
  }

  worlds(): IterableIterator<[string, Emulator]> {
    return this.#worlds.entries()
  }
}

/** Snapshots that were given a name. */
export type NamedSnapshots = Map<string, Snapshot>
