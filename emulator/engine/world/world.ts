import { beyondLast, MAX_DUE_AT_ONCE, tooMuchDue } from './advance-bounds.ts'
import { LAST_MS, type ClockMode, type RealTime } from './clock.ts'
import { Collection } from './collection.ts'
import type { Records, TableDefinition, TableWorld } from './definition.ts'
import { Ids } from './ids.ts'
import type { BaseRecord } from './row.ts'
import { defaultSettings, type Settings } from './settings.ts'
import { tables, type TableName } from './tables/index.ts'
import { pending, type Pending } from './tables/pending.ts'
import { beginLine, beginState, type Snapshot, type WorldState } from './world-state.ts'

type Definitions = typeof tables

/** One collection for each table, by its name. */
type Collections = {
  readonly [N in TableName]: Definitions[N] extends TableDefinition<infer R, infer I, infer D>
    ? Collection<R, I, D>
    : never
}

export type RecordOf<N extends TableName> = Definitions[N] extends TableDefinition<infer R, string, string> ? R : never

/** Does the work of a `pending` record at its due time; world time is `due_ms` while it runs. */
export interface Task {
  (world: World, due: Pending): void
  /** Pieces of work that it leads to until a time, itself among them; above `most` any number. Default: 1. */
  countUntil?(world: World, due: Pending, target: number, most: number): number
}

/** Told of each piece of pending work before it is done. */
export type DueObserver = (due: Pending) => void

export interface WorldOptions {
  readonly seed?: number
  readonly settings?: Settings
  readonly tasks?: Readonly<Record<string, Task>>
  readonly start?: number
  readonly clock?: ClockMode
  readonly real?: RealTime
}

const definitions = Object.values(tables) as unknown as TableDefinition[]
const positions = new Map(definitions.map((definition, position) => [definition.name, position]))

class WorldBase implements TableWorld {
  state: WorldState
  settings: Settings
  seed: number
  ids: Ids
  readonly tasks: Readonly<Record<string, Task>>
  readonly mode: ClockMode
  readonly #real: RealTime | undefined
  #realOffset = 0
  #token: object = {}
  readonly #collections: (Collection | undefined)[] = []

  constructor(options: WorldOptions, state?: WorldState) {
    this.seed = options.seed ?? 1
    this.settings = options.settings ?? defaultSettings()
    this.tasks = options.tasks ?? {}
    this.mode = options.clock ?? 'virtual'
    this.#real = options.real
    this.state = state ?? beginState(options.start)
    this.ids = new Ids(this.seed, this)
    this.#realOffset = this.state.now - (this.#real?.now() ?? 0)
  }

  get now(): number {
    return this.state.now
  }

  get drawn(): number {
    return this.state.drawn
  }

  set drawn(value: number) {
    this.state.drawn = value
  }

  table(name: string): Collection | undefined {
    const position = positions.get(name)
    return position === undefined ? undefined : this.collection(position)
  }

  records<R extends BaseRecord, I extends string>(definition: TableDefinition<R, I>): Records<R, I> {
    return this.table(definition.name) as unknown as Records<R, I>
  }

  collection(position: number): Collection {
    return (this.#collections[position] ??= new Collection(this, definitions[position]!, position))
  }

  /** The state, after making sure that the table at `position` is this world's own. */
  writable(position: number): WorldState {
    const { state } = this
    const table = state.tables[position]!
    if (table.owner !== this.#token) state.tables[position] = table.clone(this.#token)
    state.version++
    return state
  }

  /** A world of its own with the same state, in constant time: tables are shared until either side writes. Work that has no task is over when it is due. */
  fork(seed: number = this.seed, tasks: WorldOptions['tasks'] = this.tasks): World {
    const options = { seed, settings: this.settings, tasks, clock: this.mode }
    const real = this.#real === undefined ? options : { ...options, real: this.#real }
    return new WorldBase(real, { ...this.#share(), history: undefined }) as World
  }

  snapshot(): Snapshot {
    return Object.freeze({ ...this.#share(), seed: this.seed, settings: this.settings })
  }

  /** Keeps every write from now on: `history.ts` goes back along them. */
  keepHistory(): void {
    this.state.history = beginLine(this.state.history?.number)
  }

  /** Ends the line of writes that the world is on: what comes does not follow from it. */
  leaveLine(): void {
    const { history } = this.state
    if (history === undefined) return
    history.line.end = this.snapshot()
    this.keepHistory()
  }

  restore(snapshot: Snapshot): void {
    const { seed, settings, history: past, ...state } = snapshot
    if (past === undefined || past.line !== this.state.history?.line) this.leaveLine()
    const history = past?.line === this.state.history?.line ? past : this.state.history
    this.#token = {}
    this.settings = settings
    if (seed !== this.seed) this.ids = new Ids(seed, this)
    this.seed = seed
    this.state = { ...state, tables: state.tables.slice(), history }
    this.#realOffset = state.now - (this.#real?.now() ?? 0)
  }

  /** Copies the state; both sides lose ownership of the tables, so that neither writes what the other reads. */
  #share(): WorldState {
    this.#token = {}
    return { ...this.state, tables: this.state.tables.slice() }
  }

  /** Records work to be done at a world time. A time that never comes is the last number that a state can hold. */
  schedule(task: string, at: number, subject: Pending['subject'], subjectId: string, data: unknown = null): void {
    const dueMs = Math.min(at, Number.MAX_SAFE_INTEGER)
    this.records(pending).insert({ id: this.ids.uuid(), task, due_ms: dueMs, subject, subject_id: subjectId, data })
    if (dueMs < this.state.nextDue) this.state.nextDue = dueMs
  }

  /** Follows real time where the clock is real, and does the work that is due. Cheap when none is. Of more work than an advance does, the rest is done the next time: world time lags until then. */
  settle(onDue?: DueObserver): void {
    const target =
      this.mode === 'real' && this.#real !== undefined ? this.#real.now() + this.#realOffset : this.state.now
    if (target > this.state.now || this.state.nextDue <= this.state.now)
      this.advanceTo(Math.max(target, this.state.now), MAX_DUE_AT_ONCE, onDue)
  }

  /**
   * Moves world time forward, doing each piece of pending work at its own time and in order. After `most` pieces it stops where
   * it is and returns false; going on later does the rest.
   */
  advanceTo(target: number, most = Infinity, onDue?: DueObserver): boolean {
    const work = this.records(pending)
    for (let done = 0; this.state.nextDue <= target; done++) {
      if (done === most) return false
      const due = work.first('due')
      if (due === undefined || due.due_ms > target) {
        this.state.nextDue = due?.due_ms ?? Infinity
        break
      }
      this.state.now = Math.max(this.state.now, due.due_ms)
      onDue?.(due)
      work.removeRow(due.id)
      this.tasks[due.task]?.(this as unknown as World, due)
      this.state.nextDue = work.first('due')?.due_ms ?? Infinity
    }
    if (target > this.state.now) this.state.now = target
    return true
  }

  /**
   * Moves world time ahead of where it is, in either mode of the clock. Throws `EmulatorError`, and changes nothing, for a time
   * that has no ISO 8601 form of four digits, and where more than `most` pieces of work would fall due.
   */
  advance(milliseconds: number, onDue?: DueObserver, most = MAX_DUE_AT_ONCE): void {
    const target = this.state.now + milliseconds
    if (!(target <= LAST_MS)) throw beyondLast(this.state.now)
    if (this.#isTooMuchDue(target, most)) throw tooMuchDue(most)
    const before = this.state.nextDue <= target ? this.#share() : undefined
    if (!this.advanceTo(target, most, onDue)) {
      this.#token = {}
      this.state = before!
      throw tooMuchDue(most)
    }
    this.#realOffset += milliseconds
  }

  /** True where certainly more than `most` pieces fall due up to a time: counted from what is pending, without doing any of it. */
  #isTooMuchDue(target: number, most: number): boolean {
    let count = 0
    for (const due of this.records(pending).by('due')) {
      if (due.due_ms > target) return false
      count += this.tasks[due.task]?.countUntil?.(this as unknown as World, due, target, most) ?? 1
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
