import { beyondLast, followsTimers, tooMuchDue } from './advance-bounds.ts'
import { LAST_MS, type ClockChoice, type RealTime } from './clock.ts'
import type { Collection } from './collection.ts'
import type { Collections } from './collections.ts'
import { createCollection, type ReadObserver } from './watched-collection.ts'
import type { Records, TableDefinition, TableWorld } from './definition.ts'
import { Ids } from './ids.ts'
import type { BaseRecord } from './row.ts'
import type { InForce } from './in-force.ts'
import { FollowedTime } from './followed-time.ts'
import { Rulebook } from './rulebook.ts'
import type { Rules } from './rules.ts'
import { findLimit, type Settings } from './settings.ts'
import { tables, type TableName } from './tables/index.ts'
import { pending, type Pending } from './tables/pending.ts'
import { beginBranch, beginState, keepMoment, type Snapshot, type WorldState } from './world-state.ts'
import { drawId } from './draw.ts'

export type RecordOf<N extends TableName> =
  (typeof tables)[N] extends TableDefinition<infer R, string, string> ? R : never

/** Does the work of a `pending` record at its due time; world time is then `due_ms`. */
export interface Task {
  (world: World, due: Pending): void
  /** Counts the work that it causes until a time, itself included; may stop counting above `most`. Default: 1. */
  countUntil?(world: World, due: Pending, target: number, most: number): number
}

/** Called before each piece of pending work. */
export type DueObserver = (due: Pending) => void

export interface WorldOptions {
  readonly seed?: number
  readonly settings?: Settings
  readonly tasks?: Readonly<Record<string, Task>>
  readonly start?: number
  readonly clock?: ClockChoice
  /** Time that a clock other than `virtual` follows, at its rate. */
  readonly real?: RealTime
}

const definitions = Object.values(tables) as unknown as TableDefinition[]
const positions = new Map(definitions.map((definition, position) => [definition.name, position]))

class WorldBase implements TableWorld {
  state: WorldState
  seed: number
  ids: Ids
  readonly tasks: Readonly<Record<string, Task>>
  readonly time: FollowedTime
  #token: object = {}
  readonly #rulebook = new Rulebook()
  #collections: (Collection | undefined)[] = []
  #onRead: ReadObserver | undefined

  constructor(options: WorldOptions, state?: WorldState) {
    this.seed = options.seed ?? 1
    this.tasks = options.tasks ?? {}
    this.state = state ?? beginState(options.start, options.settings)
    this.ids = new Ids(this.seed, this)
    this.time = new FollowedTime(options.clock ?? 'virtual', options.real, this.state.now)
  }

  get now(): number {
    return this.state.now
  }

  /** Settings by which the world answers now: those it was given, with those of its alternatives (`settings.otherwise`). */
  get settings(): Settings {
    return this.inForce.settings
  }

  /** Alternatives and settings by which the world answers: the same object until settings, rules or seed are others. */
  get inForce(): InForce {
    const { found } = this.#rulebook
    const isFound = found?.settings === this.state.settings && found.inForce.seed === this.seed
    return isFound ? found.inForce : this.#rulebook.find(this.state.settings, this.seed)
  }

  /** Runs under rules in place of the settings that they name. The state shows them only in work that begins meanwhile. */
  under<T>(rules: Rules, run: () => T): T {
    return this.#rulebook.add(rules, run)
  }

  set settings(settings: Settings) {
    this.state.settings = settings
  }

  get drawn(): number {
    return this.state.drawn
  }

  set drawn(value: number) {
    this.state.drawn = value
  }

  table(name: string): Collection | undefined {
    return positions.has(name) ? this.collection(positions.get(name)!) : undefined
  }

  records<R extends BaseRecord, I extends string>(definition: TableDefinition<R, I>): Records<R, I> {
    return this.table(definition.name) as unknown as Records<R, I>
  }

  collection(position: number): Collection {
    return (this.#collections[position] ??= createCollection(this, definitions[position]!, position, this.#onRead))
  }

  /** Calls `onRead` for each later read of records, but not in forks. */
  watchReads(onRead: ReadObserver): void {
    this.#onRead = onRead
    this.#collections = []
  }

  /** The state, with an own copy of the table at `position`. */
  writable(position: number): WorldState {
    const { state } = this
    if (state.past !== undefined && keepMoment(state, state.past)) this.#token = {}
    const table = state.tables[position]!
    if (table.owner !== this.#token) state.tables[position] = table.clone(this.#token)
    state.version++
    return state
  }

  /**
   * Creates an independent world with this state in constant time: tables are shared until either side writes. Pending
   * work without a task is dropped when it is due.
   */
  fork(seed: number = this.seed, tasks: WorldOptions['tasks'] = this.tasks): World {
    const options = { seed, tasks, clock: this.time.clock, ...(this.time.own && { real: this.time.own }) }
    return new WorldBase(options, { ...this.#share(), history: undefined }) as World
  }

  snapshot(): Snapshot {
    return Object.freeze({ ...this.#share(), seed: this.seed })
  }

  /** Keeps all writes from now on: `history.ts` goes back along them. */
  keepHistory(): void {
    this.state.history = beginBranch(this.state.history?.number)
  }

  /** Ends the current branch of the history: later writes do not follow from it. */
  leaveBranch(): void {
    if (this.state.history === undefined) return
    this.state.history.branch.end = this.snapshot()
    this.keepHistory()
  }

  restore(snapshot: Snapshot): void {
    const { seed, history: past, ...state } = snapshot
    if (past === undefined || past.branch !== this.state.history?.branch) this.leaveBranch()
    const history = past?.branch === this.state.history?.branch ? past : this.state.history
    this.#token = {}
    if (seed !== this.seed) this.ids = new Ids(seed, this)
    this.seed = seed
    this.state = { ...state, tables: state.tables.slice(), history }
    this.time.goOnFrom(state.now)
  }

  /** Copies the state. Both sides lose ownership of the tables, so that neither writes into the other's. */
  #share(): WorldState {
    this.#token = {}
    return { ...this.state, tables: this.state.tables.slice() }
  }

  /** Schedules work at a world time. A time that never comes is clamped to the largest number of a state. */
  schedule(task: string, at: number, subject: Pending['subject'], subjectId: string, data: unknown = null): void {
    const dueMs = Math.min(at, Number.MAX_SAFE_INTEGER)
    const table = this.records(pending)
    const work = { task, due_ms: dueMs, subject, subject_id: subjectId, data, ...this.#rulebook.kept }
    table.insert({ id: drawId(this, table), ...work })
    this.state.nextDue = Math.min(this.state.nextDue, dueMs)
  }

  /**
   * Follows real time with a real clock, and does due work. The next call does work beyond the limit of an advance.
   */
  settle(onDue?: DueObserver): void {
    const target = Math.max(this.time.reached(this.state.now), this.state.now)
    if (target > this.state.now || this.state.nextDue <= target)
      this.advanceTo(target, findLimit(this, 'due_work'), onDue)
  }

  /** Moves world time forward, and does pending work in order, each at its time. Returns false after `most` pieces. */
  advanceTo(target: number, most = Infinity, onDue?: DueObserver): boolean {
    const work = this.records(pending)
    for (let done = 0; this.state.nextDue <= target; done++) {
      if (done === most) return false
      const due = work.first('due')
      this.state.nextDue = due?.due_ms ?? Infinity
      if (due === undefined || due.due_ms > target) break
      this.state.now = Math.max(this.state.now, due.due_ms)
      onDue?.(due)
      work.removeRow(due.id)
      this.#rulebook.work(due, () => this.tasks[due.task]?.(this as unknown as World, due))
      this.state.nextDue = work.first('due')?.due_ms ?? Infinity
    }
    if (target > this.state.now) this.state.now = target
    return true
  }

  /**
   * Advances world time in either clock mode. Throws `EmulatorError`, and changes nothing, while it follows timers, for a time beyond four-digit
   * years, and if more work would fall due than `given`, or else the setting, allows.
   */
  advance(milliseconds: number, onDue?: DueObserver, given?: number): void {
    if (this.time.isFollowing) throw followsTimers()
    const most = given ?? findLimit(this, 'due_work')
    const target = this.state.now + milliseconds
    if (!(target <= LAST_MS)) throw beyondLast(this.state.now)
    if (this.#isTooMuchDue(target, most)) throw tooMuchDue(most, given === undefined)
    const before = this.state.nextDue <= target ? this.#share() : undefined
    if (!this.advanceTo(target, most, onDue)) {
      this.#token = {}
      this.state = before!
      throw tooMuchDue(most, given === undefined)
    }
    this.time.moved(milliseconds)
  }

  /**
   * True if more than `most` pieces are certain to fall due up to a time, by counting pending work without doing it.
   */
  #isTooMuchDue(target: number, most: number): boolean {
    let count = 0
    for (const due of this.records(pending).by('due')) {
      if (due.due_ms > target) return false
      const counted = () => this.tasks[due.task]?.countUntil?.(this as unknown as World, due, target, most)
      count += this.#rulebook.work(due, counted) ?? 1
      if (count > most) return true
    }
    return false
  }
}

for (const [position, { name }] of definitions.entries()) {
  Object.defineProperty(WorldBase.prototype, name, {
    get(this: WorldBase) {
      return this.collection(position)
    },
  })
}

/** A deterministic world: tables, clock, ids and settings. */
export type World = WorldBase & Collections

export function createWorld(options: WorldOptions = {}): World {
  return new WorldBase(options) as World
}
