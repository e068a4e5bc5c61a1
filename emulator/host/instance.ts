import { observedIn } from './facts/facts.ts'
import type { Cause } from '../engine/journal/entry.ts'
import type { Journal } from '../engine/journal/journal.ts'
import type { RecordChangeCall } from '../engine/world/record-change.ts'
import { isSameNonTableState } from '../engine/world/history.ts'
import type { Saving } from '../engine/kernel/saving.ts'
import type { DueObserver } from '../engine/world/world.ts'
import type { Snapshot } from '../engine/world/world-state.ts'
import { Trace } from '../engine/trace/trace.ts'
import { EmulatorError } from '../engine/checking/emulator-error.ts'
import type { TraceMoment } from '../engine/trace/tracer.ts'
import { createHost, type WorldHost } from './create-host.ts'
import { Site } from './site.ts'
import type { LastingOptions, ScenarioSource, StartedWorld } from './create-world.ts'

/** Start of an emulator, which `reset` goes back to. */
export interface Start {
  readonly snapshot: Snapshot
  /** Name of the scenario, or of the fixtures. */
  readonly scenario: string
  /** The start as a section of a scenario; undefined if it was a state. */
  readonly world: StartedWorld | undefined
  /** The scenario as it was given; undefined in a server that was restarted. */
  readonly source?: ScenarioSource | undefined
  /** Options that stay in force when another start is chosen. */
  readonly lasting: LastingOptions
}

export interface ForkOptions {
  /** Default: the current state. */
  readonly from?: 'start' | 'current'
  /** Number of the journal entry to fork at, in place of `from`. Needs a trace. */
  readonly at?: number
  /** With `at`: before the entry, or after it (default). */
  readonly when?: TraceMoment
  /** Default: the seed of the original. */
  readonly seed?: number
}

/** Snapshots by name. */
type NamedSnapshots = Map<string, Snapshot>

/** Internals of an `Emulator`: its world, its journal, its start, and the site that it is served with. */
export class Instance {
  readonly host: WorldHost
  /** Undefined if the journal is off. */
  readonly journal: Journal | undefined
  /** Time of the stopwatch at its creation. */
  readonly startedAt: number
  /** Site of all emulators that are served together. */
  readonly site: Site<Instance>
  /** Warnings about the first requests that bypassed it, one line each. A reset keeps them. */
  readonly escapes: string[] = []
  /** Snapshots taken through the control API. */
  readonly snapshots: NamedSnapshots = new Map()
  #start: Start
  #first: Start
  /**
   * Number of the last entry before the start, and the count of later ones in the journal of the emulator that it was
   * forked from.
   */
  #startedAfter = 0
  #beforeFork = 0

  constructor(host: WorldHost, start: Start, journal: Journal | undefined, site?: Site<Instance>) {
    this.host = host
    this.journal = journal
    this.#start = start
    this.#first = start
    this.startedAt = host.stopwatch()
    this.site = site ?? new Site<Instance>(this)
    if (journal !== undefined) journal.findWorldName = () => this.site.nameOnServer(this)
  }

  /** The current start. */
  get start(): Start {
    return this.#start
  }

  /** Name of the scenario or the fixtures at the start. */
  get scenario(): string {
    return this.#start.scenario
  }

  /** The current start, or the first one, if it has this name. */
  startNamed(name: string): Start | undefined {
    return [this.#start, this.#first].find(({ scenario }) => scenario === name)
  }

  /** The start that the instance was created with. */
  get firstStart(): Start {
    return this.#first
  }

  /** Takes over the starts of an earlier run; the world stays as it is. */
  takeStarts(start: Start, first: Start): void {
    this.#start = start
    this.#first = first
  }

  get coverage(): WorldHost['coverage'] {
    return this.host.coverage
  }

  /** Number of the last entry before the start. */
  get startedAfter(): number {
    return this.#startedAfter
  }

  /** Entries since the start that the journal does not hold: dropped, deleted, or made before the fork. */
  get lostEntries(): number {
    const { first = 1 } = this.journal ?? {}
    return this.#beforeFork + Math.max(0, first - 1 - this.#startedAfter)
  }

  /** Goes to another start, which `reset` then goes back to. */
  switchTo(start: Start, cause?: Cause): void {
    const { facts } = start.lasting
    if (facts !== this.#start.lasting.facts) this.host.observed = observedIn(facts)
    this.#start = start
    this.reset(cause)
  }

  /** Goes back to the start. With a cause that is the first entry of the journal. */
  reset(cause?: Cause): void {
    if (cause === undefined) this.#restart()
    else this.change(cause, () => this.#restart(), true)
    this.#startedAfter = this.journal?.last ?? 0
    this.#beforeFork = 0
  }

  #restart(): void {
    this.host.holds.clear()
    this.host.world.restore(this.#start.snapshot)
    this.site.keep(this.coverage)
    this.coverage.reset()
    this.host.tracer?.clear()
    this.host.issuedCursors.clear()
    this.host.reliedOn.clear()
    this.host.order.restart()
    this.host.openings.count = 0
    this.journal?.clear()
  }

  /** Restores a snapshot of the world. Journal and coverage continue. */
  restore(snapshot: Snapshot): void {
    const { world, tracer, holds } = this.host
    holds.clear()
    ;(tracer ?? world).restore(snapshot)
  }

  /**
   * Makes a change of the world, which becomes an entry of the journal if it has a cause and changes something. A jump
   * takes the world to a state that does not follow from its own.
   */
  change<T>(cause: Cause | undefined, given: (onDue?: DueObserver) => T, isJump = false): T {
    const { tracer, world, saving } = this.host
    const make = saving === undefined || isJump ? given : this.#saved(given, saving)
    if (tracer !== undefined) return tracer.change(cause, make, isJump)
    const before = { ...world.state }
    const made = make()
    const isChanged = isJump || world.state.version !== before.version || !isSameNonTableState(before, world.state)
    if (cause !== undefined && isChanged) this.journal?.recordChange(cause, before.now, isJump)
    return made
  }

  /** Takes back a change that could not be saved. */
  #saved<T>(make: (onDue?: DueObserver) => T, saving: Saving) {
    return (onDue?: DueObserver): T => {
      const { world } = this.host
      const before = world.snapshot()
      const made = make(onDue)
      const refusal =
        isSameNonTableState(before, world.state) && world.state.version === before.version
          ? undefined
          : saving.refuse(world, before)
      if (refusal === undefined) return made
      world.restore(before)
      throw refusal
    }
  }

  /** The world at each entry of the journal; `record` records ways back. Throws `EmulatorError` if no trace is kept. */
  trace(record?: RecordChangeCall): Trace {
    const { tracer } = this.host
    if (tracer !== undefined && this.journal !== undefined)
      return new Trace(tracer, this.journal, record, () => this.host.holds.clear())
    throw new EmulatorError('this emulator keeps no trace: create it with `trace: true`, and with a journal')
  }

  /**
   * Creates an independent instance with the current state in constant time, in `site` or a site of its own. `journal`
   * is an empty journal for it.
   */
  fork(
    { from = 'current', at, when, seed = this.host.world.seed }: ForkOptions,
    site?: Site<Instance>,
    journal = this.journal?.empty(),
  ): Instance {
    const origin = at === undefined ? this.host.world : this.trace().worldAt(at, when)
    const world = origin.fork()
    if (from === 'start') world.restore({ ...this.#start.snapshot, seed })
    else if (seed !== origin.seed) world.restore({ ...world.snapshot(), seed })
    const { snapshot } = this.#start
    const start = seed === snapshot.seed ? this.#start : { ...this.#start, snapshot: { ...snapshot, seed } }
    const host = createHost(world, this.host, journal, this.host.tracer !== undefined)
    if (from === 'current') {
      host.issuedCursors = this.host.issuedCursors.fork()
      if (at !== undefined) host.issuedCursors.forgetAfter(this.host.tracer!.writesAt(at, when)!)
    }
    const fork = new Instance(host, start, journal, site)
    if (from === 'current') fork.#beforeFork = this.#entriesUntil(at, when)
    fork.site.control ??= this.site.control
    return fork
  }

  /** Number of entries since the start, up to one of them or until now. */
  #entriesUntil(at = this.journal?.last ?? 0, when: TraceMoment = 'after'): number {
    return this.#beforeFork + at - (when === 'before' ? 1 : 0) - this.#startedAfter
  }

  /** Lets go what its gates hold, and closes its open sockets with code 1001 (going away). */
  close(): void {
    this.host.holds.clear()
    for (const connection of this.host.connections) connection.close(1001, 'the world was deleted')
  }
}
