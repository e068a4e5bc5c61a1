import { observedIn, type FactsDocument } from './facts/facts.ts'
import type { Journal } from '../engine/journal/journal.ts'
import type { Host } from '../engine/kernel/host.ts'
import type { Snapshot } from '../engine/world/world-state.ts'
import { Trace } from '../engine/trace/trace.ts'
import { EmulatorError } from '../engine/checking/emulator-error.ts'
import type { When } from '../engine/trace/tracer.ts'
import { createHost } from './create-host.ts'
import { Site } from './site.ts'
import type { StartedWorld } from './create-world.ts'

/** Where an emulator starts, and what `reset` goes back to. */
export interface Start {
  readonly snapshot: Snapshot
  /** Name of the scenario, or of the fixtures. */
  readonly scenario: string
  /** What a scenario says of this world; undefined for one that began from a state. */
  readonly world: StartedWorld | undefined
  /** Facts about a service that its settings follow. */
  readonly facts: FactsDocument | undefined
}

export interface ForkOptions {
  /** Default: the current state. */
  readonly from?: 'start' | 'current'
  /** In place of `from`: the state at this entry of the journal, of an emulator that is traced. */
  readonly at?: number
  /** With `at`: before the entry, or after it (default). */
  readonly when?: When
  /** Default: the seed of the emulator that it is forked from. */
  readonly seed?: number
}

/** Snapshots that were given a name. */
export type NamedSnapshots = Map<string, Snapshot>

/** What runs behind an `Emulator`: one world, its journal, where it started, and what is served beside it. */
export class Instance {
  readonly host: Host
  /** Undefined when it was switched off. */
  readonly journal: Journal | undefined
  /** Real time of the stopwatch when it was created. */
  readonly startedAt: number
  /** Everything that is served beside it. */
  readonly site: Site<Instance>
  /** Requests that were on their way past it: the first of them, one line each. No reset takes them back. */
  readonly escapes: string[] = []
  /** Snapshots that the control API took. */
  readonly snapshots: NamedSnapshots = new Map()
  #start: Start
  /** Number of the last entry before the start, and how many came since that in the journal that it was forked from. */
  #startedAfter = 0
  #beforeFork = 0

  constructor(host: Host, start: Start, journal: Journal | undefined, site?: Site<Instance>) {
    this.host = host
    this.journal = journal
    this.#start = start
    this.startedAt = host.stopwatch()
    this.site = site ?? new Site<Instance>(this)
  }

  /** Where it started. */
  get start(): Start {
    return this.#start
  }

  /** The scenario that it started with, or its fixtures. */
  get scenario(): string {
    return this.#start.scenario
  }

  get coverage(): Host['coverage'] {
    return this.host.coverage
  }

  /** Entries since the start that its journal does not have: they were dropped or deleted, or came before it was forked. */
  get lostEntries(): number {
    return this.#beforeFork + (this.journal === undefined ? 0 : this.journal.first - 1 - this.#startedAfter)
  }

  /** Makes another start its own, and goes there: `reset` will come back to it. */
  switchTo(start: Start): void {
    if (start.facts !== this.#start.facts) this.host.observed = observedIn(start.facts)
    this.#start = start
    this.reset()
  }

  reset(): void {
    this.host.world.restore(this.#start.snapshot)
    this.site.keep(this.coverage)
    this.coverage.reset()
    this.host.tracer?.clear()
    this.host.varied.requests = 0
    this.host.handedOut.clear()
    this.host.reliedOn.clear()
    this.host.order.restart()
    this.host.openings.count = 0
    this.journal?.clear()
    this.#startedAfter = this.journal?.last ?? 0
    this.#beforeFork = 0
  }

  /** Puts the world into a state that was kept. Journal and coverage go on, and what was answered stays answered. */
  restore(snapshot: Snapshot): void {
    const { world, tracer } = this.host
    ;(tracer ?? world).restore(snapshot)
  }

  /** The world at each entry of the journal. Throws `EmulatorError` where it is not kept. */
  get trace(): Trace {
    const { tracer } = this.host
    if (tracer !== undefined && this.journal !== undefined) return new Trace(tracer, this.journal)
    throw new EmulatorError('this emulator keeps no trace: create it with `trace: true`, and with a journal')
  }

  /** An independent instance with the same state, in constant time; it belongs to `site`, or to one of its own. `journal`: one that is empty. */
  fork(
    { from = 'current', at, when, seed = this.host.world.seed }: ForkOptions,
    site?: Site<Instance>,
    journal = this.journal?.empty(),
  ): Instance {
    const origin = at === undefined ? this.host.world : this.trace.worldAt(at, when)
    const world = origin.fork()
    if (from === 'start') world.restore({ ...this.#start.snapshot, seed })
    else if (seed !== origin.seed) world.restore({ ...world.snapshot(), seed })
    const { snapshot } = this.#start
    const start = seed === snapshot.seed ? this.#start : { ...this.#start, snapshot: { ...snapshot, seed } }
    const host = createHost(world, this.host, journal, this.host.tracer !== undefined)
    if (from === 'current') {
      host.handedOut = this.host.handedOut.fork()
      if (at !== undefined) host.handedOut.forgetAfter(this.host.tracer!.writesAt(at, when)!)
      else host.varied.requests = this.host.varied.requests
    }
    const fork = new Instance(host, start, journal, site)
    if (from === 'current') fork.#beforeFork = this.#entriesUntil(at, when)
    fork.site.control ??= this.site.control
    return fork
  }

  /** Entries since the start, until one of them or until now. */
  #entriesUntil(at = this.journal?.last ?? 0, when: When = 'after'): number {
    return this.#beforeFork + at - (when === 'before' ? 1 : 0) - this.#startedAfter
  }

  /** Closes its open sockets with code 1001 (going away). */
  close(): void {
    for (const connection of this.host.connections) connection.close(1001, 'the world was deleted')
  }
}
