import { Coverage, type CoverageReport } from '../engine/coverage/coverage.ts'
import type { WireRequest, WireResponse } from '../engine/kernel/wire.ts'
import { defaultBounds, type Bounds } from '../engine/world/bounds.ts'
import type { ScenarioSource } from './create-world.ts'
import { isoTime, type RealTime } from '../engine/world/clock.ts'
import { MAIN, nameAnyWay, type NamingRules } from './world-names.ts'

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
  /** Names and addresses by which clients reach the server, beside those of the loopback interface. */
  readonly names?: readonly string[] | undefined
}

/** Number of ended tests whose names are kept. */
const MAX_ENDED_TESTS = 1000

/** Parts of a world that a site uses. */
interface SiteMember {
  readonly coverage: Coverage
  close(): void
}

/** A further world, and how it was used. */
export interface NamedWorld<W> {
  readonly world: W
  /** Real milliseconds without a request after which it is deleted; undefined for one that stays. */
  readonly idle: number | undefined
  requests: number
  /** Real time of its creation, or of its last request. */
  used: number
  /** Real time since which it is idle: that of its last request, put off by the time in which no server ran. */
  idleSince: number
}

/** How a world was used, as `GET /worlds` lists it. */
export interface WorldUse {
  readonly requests: number
  /** ISO 8601 in real time; null before the first request, and if real time is not known. */
  readonly last_used_at: string | null
}

/** Worlds that are served together: a main world, further worlds, and access to their control. */
export class Site<W extends SiteMember> {
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
  /** Is called with each further world. */
  added: ((world: W, name: string) => void) | undefined = undefined
  /** Real milliseconds without a request after which a further world is deleted that did not say how long. */
  idle: number | undefined = undefined
  /** How requests name their world. */
  naming: NamingRules = nameAnyWay
  /** Real time, in which worlds are idle; undefined in a process that serves nobody else. */
  real: RealTime | undefined = undefined
  readonly #worlds = new Map<string, NamedWorld<W>>()
  readonly #ids = new WeakMap<W, string>()
  /** Names of tests, by those of their worlds, of the last that ended. */
  readonly #tests = new Map<string, string>()
  #created = 0

  /** `main` answers requests that name no world. */
  constructor(main?: W) {
    this.#main = main
  }

  /** World that answers requests which name none; undefined on a site of other worlds alone. */
  get main(): W | undefined {
    return this.#main
  }

  /** Adds a world under a name, by default one that was never given before. */
  add(world: W, { name = this.#freeName(), idle }: { name?: string; idle?: number | undefined } = {}): string {
    const now = this.#now()
    this.#enter(name, { world, idle: idle ?? this.idle, requests: 0, used: now, idleSince: now })
    return name
  }

  #enter(name: string, named: NamedWorld<W>): void {
    this.#worlds.set(name, named)
    this.#ids.set(named.world, name)
    this.added?.(named.world, name)
  }

  /** Worlds with their use, and the number of names that were given: what `takeBack` takes. */
  take(): { worlds: readonly (NamedWorld<W> & { readonly name: string })[]; created: number } {
    this.worlds()
    return { worlds: Array.from(this.#worlds, ([name, named]) => ({ ...named, name })), created: this.#created }
  }

  /** Adds worlds of an earlier run. */
  takeBack({ worlds, created }: ReturnType<Site<W>['take']>): void {
    for (const { name, ...named } of worlds) this.#enter(name, named)
    this.#created = created
  }

  #freeName(): string {
    let name
    do name = `w${++this.#created}`
    while (this.#worlds.has(name))
    return name
  }

  /** The test of a world that has ended; undefined where nobody said it. */
  findEndedTest(name: string): string | undefined {
    return this.#tests.get(name)
  }

  /** True for a name that this site gave to a world which is gone. */
  hasEnded(name: string): boolean {
    const number = Number(/^w([1-9]\d*)$/.exec(name)?.[1])
    return number <= this.#created && !this.#worlds.has(name)
  }

  get(id: string): W | undefined {
    const named = this.#worlds.get(id)
    if (named === undefined) return undefined
    if (!this.#isOver(named)) return named.world
    this.delete(id)
    return undefined
  }

  /** Notes that a world is used, by a request of the API or of its control. */
  use(id: string, isControl: boolean): void {
    const named = this.#worlds.get(id)
    if (named === undefined) return
    if (!isControl) named.requests++
    named.used = this.#now()
    named.idleSince = named.used
  }

  /** How a world was used. */
  findUse(id: string): WorldUse {
    const { requests = 0, used = 0 } = this.#worlds.get(id) ?? {}
    return { requests, last_used_at: requests === 0 || this.real === undefined ? null : isoTime(used) }
  }

  #now(): number {
    return this.real?.now() ?? 0
  }

  #isOver({ idle, idleSince }: NamedWorld<W>): boolean {
    return idle !== undefined && this.#now() - idleSince > idle
  }

  /** Id of a world; undefined if it is not part of the site. */
  findId(world: W): string | undefined {
    return this.#ids.get(world)
  }

  /** Name of a world of a server, also of the main one; undefined elsewhere. */
  nameOnServer(world: W): string | undefined {
    if (this.real === undefined) return undefined
    return world === this.#main ? MAIN : this.findId(world)
  }

  /**
   * Removes a world and closes its sockets. Returns false if there is none. `test`: the name of its test, which tells
   * later requests where they are from.
   */
  delete(id: string, test?: string): boolean {
    const named = this.#worlds.get(id)
    if (named === undefined) return false
    this.#worlds.delete(id)
    this.keep(named.world.coverage)
    named.world.close()
    if (test !== undefined) this.#rememberTest(id, test)
    return true
  }

  #rememberTest(id: string, test: string): void {
    this.#tests.set(id, test)
    const [oldest] = this.#tests.keys()
    if (this.#tests.size > MAX_ENDED_TESTS) this.#tests.delete(oldest!)
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
    for (const { world } of this.#worlds.values()) total.add(world.coverage)
    return total.report()
  }

  /** Names of the worlds that nobody has used for longest, oldest first. */
  idlest(count: number): string[] {
    const worlds = Array.from(this.#worlds).toSorted(([, a], [, b]) => a.idleSince - b.idleSince)
    return worlds.slice(0, count).map(([name]) => name)
  }

  get size(): number {
    return this.worlds().length
  }

  /** Names with their worlds, in order of creation, without those that were idle for too long. */
  worlds(): readonly (readonly [string, W])[] {
    for (const [name, named] of this.#worlds) if (this.#isOver(named)) this.delete(name)
    return Array.from(this.#worlds, ([name, { world }]) => [name, world] as const)
  }
}
