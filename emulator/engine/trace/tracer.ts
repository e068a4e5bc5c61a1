import { changesBetween, isSameNonTableState, makeCheckpoint, worldAt, type Checkpoint } from '../world/history.ts'
import type { DueObserver, World } from '../world/world.ts'
import { type Snapshot, forgetBefore, MAX_CHANGES, type Change } from '../world/world-state.ts'
import { DoneWork, type DueWork } from './done-work.ts'
import type { Timeline, TracedExchange } from './timeline.ts'

export type When = 'before' | 'after'

interface Step {
  readonly number: number
  readonly before: Checkpoint
  readonly after: Checkpoint
  /** Number of the previous entry in the history of its world; 0 for none. */
  readonly previous: number
}

/** Changes from one state to a later one. */
export interface HistoryStep {
  /** Number of the entry; null for changes that no entry made. */
  readonly entry: number | null
  /** Undefined for changes before the known history. */
  readonly before: Checkpoint | undefined
  readonly after: Checkpoint
  readonly changes: readonly Change[]
}

/**
 * Keeps the world before and after each entry of the journal, as a checkpoint in the list of its writes, not a copy.
 */
export class Tracer<E extends TracedExchange = TracedExchange> {
  readonly #world: World
  readonly #timeline: Timeline<E>
  /** Steps by number, in a ring like that of the journal. */
  #ring: (Step | undefined)[] = []
  /** Number of the oldest kept step. */
  #first = 1
  /** Entries of other branches. */
  #others = new Set<number>()
  #checkpoint: Checkpoint
  /** Number of the last entry that led to the current state. */
  #current = 0

  constructor(world: World, timeline: Timeline<E>) {
    this.#world = world
    this.#timeline = timeline
    world.keepHistory()
    this.#checkpoint = makeCheckpoint(world.state)
  }

  /** The current state of the world. */
  readonly checkpoint = (): Checkpoint => (this.#checkpoint = makeCheckpoint(this.#world.state, this.#checkpoint))

  /** Brings the world up to its time, as `World.settle` does; each piece of work becomes an entry. */
  settle(): void {
    this.#timed((onDue) => this.#world.settle(onDue))
  }

  /** Advances world time, as `World.advance` does; each piece of work becomes an entry. */
  advance(milliseconds: number): void {
    this.#timed((onDue) => this.#world.advance(milliseconds, onDue))
  }

  /** Moves world time to the end of a write. Work on the way becomes entries when the exchange is recorded. */
  finish(target: number, most: number): DueWork[] {
    const done = new DoneWork()
    this.#world.advanceTo(target, most, (due) => done.add(due, this.checkpoint))
    return done.all
  }

  record(exchange: E): void {
    const after = this.checkpoint()
    const { before, due } = exchange.traced ?? { before: after, due: [] }
    this.#timeline.record(exchange)
    this.#keep(before, due[0]?.before ?? after)
    this.#recordWork(due, after)
    this.#trim()
  }

  /** Notes an entry that was recorded without the tracer: it changed nothing. */
  entered(): void {
    const checkpoint = this.checkpoint()
    this.#keep(checkpoint, checkpoint)
    this.#trim()
  }

  /** True if the states before and after an entry are still known. */
  keeps(number: number): boolean {
    const step = this.#step(number)
    return step !== undefined && step.before.change.number >= step.before.change.branch.first
  }

  /** Writes of an entry; undefined if they are no longer kept. */
  changes(number: number): readonly Change[] | undefined {
    const step = this.#step(number)
    return step !== undefined && this.keeps(number) ? changesBetween(step.before.change, step.after.change) : undefined
  }

  /** Steps that led to the current state, in order: the writes of each entry, and changes between entries. */
  history(): HistoryStep[] {
    const path: HistoryStep[] = []
    const add = (entry: number | null, before: Checkpoint | undefined, after: Checkpoint) => {
      const changes = changesBetween(before?.change, after.change)
      if (entry !== null || changes.length > 0 || (before !== undefined && !isSameNonTableState(before, after)))
        path.push({ entry, before, after, changes })
    }
    let last: Checkpoint | undefined
    for (const { number, before, after } of this.#kept().filter(({ number: each }) => !this.#others.has(each))) {
      add(null, last, before)
      add(number, before, after)
      last = after
    }
    add(null, last, this.checkpoint())
    return path
  }

  /** A new world in the state before or after an entry; undefined if it is no longer kept. */
  worldAt(number: number, when: When): World | undefined {
    const step = this.#step(number)
    return step && worldAt(this.#world, step[when])
  }

  /** Number of writes to the world before or after an entry, over all branches; undefined if it is no longer kept. */
  writesAt(number: number, when: When = 'after'): number | undefined {
    return this.#step(number)?.[when].change.number
  }

  /** Puts the world into the state before or after an entry. Returns false if it is no longer kept. */
  goTo(number: number, when: When): boolean {
    const step = this.#step(number)
    const state = this.worldAt(number, when)?.snapshot()
    if (step === undefined || state === undefined) return false
    this.#world.restore(state)
    this.#world.state.history!.branch.origin = step[when].change
    this.#follow(when === 'after' ? number : step.previous)
    return true
  }

  /** Restores a snapshot, of this world or another. */
  restore(snapshot: Snapshot): void {
    const { history } = snapshot
    const led = this.#kept().findLast(
      ({ after: { change } }) => change.branch === history?.branch && change.number <= history.number,
    )
    this.#world.leaveBranch()
    this.#world.restore(snapshot)
    this.#world.state.history!.branch.origin = led === undefined ? undefined : history
    this.#follow(led?.number ?? 0)
  }

  /** True for an entry of another branch. */
  isOther(number: number): boolean {
    return this.#others.has(number)
  }

  /** Forgets everything; the world stays in its state. */
  clear(): void {
    this.#ring = []
    this.#first = this.#timeline.last + 1
    this.#others.clear()
    this.#current = 0
    this.#world.keepHistory()
  }

  #timed(move: (onDue: DueObserver) => void): void {
    const done = new DoneWork()
    move((due) => done.add(due, this.checkpoint))
    if (done.all.length === 0) return
    this.#recordWork(done.all, this.checkpoint())
    this.#trim()
  }

  #recordWork(done: readonly DueWork[], end: Checkpoint): void {
    for (const [index, { due, before, more }] of done.entries()) {
      const after = done[index + 1]?.before ?? end
      this.#timeline.recordWork(due, before.now, more)
      this.#keep(before, after)
    }
  }

  #keep(before: Checkpoint, after: Checkpoint): void {
    const { last: number, size } = this.#timeline
    this.#ring[number % size] = { number, before, after, previous: this.#current }
    this.#current = number
  }

  #step(number: number): Step | undefined {
    const step = this.#ring[number % this.#timeline.size]
    return step?.number === number ? step : undefined
  }

  #kept(): Step[] {
    return this.#ring.filter((step) => step !== undefined).toSorted((a, b) => a.number - b.number)
  }

  /** Forgets steps that the journal has dropped, and the oldest writes beyond the limit. */
  #trim(): void {
    const { first, last } = this.#timeline
    const { number: written } = this.#world.state.history!
    const before = this.#first
    for (; this.#first < last; this.#first++) {
      const step = this.#step(this.#first)
      if (this.#first >= first && step !== undefined && written - step.before.change.number < MAX_CHANGES) break
      if (step !== undefined) this.#ring[this.#first % this.#timeline.size] = undefined
      this.#others.delete(this.#first)
    }
    const oldest = this.#step(this.#first)
    if (oldest !== undefined && this.#first > before) forgetBefore(oldest.before.change)
  }

  /** Finds the entries that led to `current`: all others belong to other branches. */
  #follow(current: number): void {
    this.#current = current
    this.#checkpoint = makeCheckpoint(this.#world.state)
    const followed = new Set<number>()
    for (let number = current; number > 0 && !followed.has(number); number = this.#step(number)?.previous ?? 0)
      followed.add(number)
    this.#others = new Set(
      this.#kept()
        .map(({ number }) => number)
        .filter((number) => !followed.has(number)),
    )
  }
}
