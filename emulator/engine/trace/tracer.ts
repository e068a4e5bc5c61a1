import { changesBetween, isSameNonTableState, markOf, worldAt, type Checkpoint } from '../world/history.ts'
import type { DueObserver, World } from '../world/world.ts'
import { type Snapshot, forgetBefore, MAX_CHANGES, type Change } from '../world/world-state.ts'
import { DoneWork, type DueWork } from './done-work.ts'
import type { Timeline, TracedExchange } from './timeline.ts'

export type When = 'before' | 'after'

interface Step {
  readonly number: number
  readonly before: Checkpoint
  readonly after: Checkpoint
  /** Number of the entry before it in the history of its world; 0 for none. */
  readonly previous: number
}

/** What led from one state to a later one. */
export interface HistoryStep {
  /** Number of the entry; null for what no entry did. */
  readonly entry: number | null
  /** Undefined for what was before all that is known. */
  readonly before: Checkpoint | undefined
  readonly after: Checkpoint
  readonly changes: readonly Change[]
}

/** Keeps the world before and after each entry of the journal: one mark in the line of its writes, not a copy. */
export class Tracer<E extends TracedExchange = TracedExchange> {
  readonly #world: World
  readonly #timeline: Timeline<E>
  /** By their number, as the ring of the journal. */
  #ring: (Step | undefined)[] = []
  /** Number of the oldest step that is kept. */
  #first = 1
  /** Entries that the present state does not follow from. */
  #others = new Set<number>()
  #mark: Checkpoint
  /** Number of the last entry that led to the present state. */
  #current = 0

  constructor(world: World, timeline: Timeline<E>) {
    this.#world = world
    this.#timeline = timeline
    world.keepHistory()
    this.#mark = markOf(world.state)
  }

  /** The state of the world now. */
  readonly mark = (): Checkpoint => (this.#mark = markOf(this.#world.state, this.#mark))

  /** Brings the world up to its time, as `World.settle` does; each piece of work is an entry. */
  settle(): void {
    this.#timed((onDue) => this.#world.settle(onDue))
  }

  /** Moves world time ahead, as `World.advance` does; each piece of work is an entry. */
  advance(milliseconds: number): void {
    this.#timed((onDue) => this.#world.advance(milliseconds, onDue))
  }

  /** Moves world time to the end of a write. The work on the way becomes entries when the exchange is recorded. */
  finish(target: number, most: number): DueWork[] {
    const done = new DoneWork()
    this.#world.advanceTo(target, most, (due) => done.add(due, this.mark))
    return done.all
  }

  record(exchange: E): void {
    const after = this.mark()
    const { before, due } = exchange.traced ?? { before: after, due: [] }
    this.#timeline.record(exchange)
    this.#keep(before, due[0]?.before ?? after)
    this.#recordWork(due, after)
    this.#trim()
  }

  /** The journal has an entry that was recorded past the tracer: it changed nothing. */
  entered(): void {
    const mark = this.mark()
    this.#keep(mark, mark)
    this.#trim()
  }

  /** Whether the states before and after an entry are still known. */
  keeps(number: number): boolean {
    const step = this.#step(number)
    return step !== undefined && step.before.change.number >= step.before.change.line.first
  }

  /** The writes of an entry; undefined where they are no longer kept. */
  changes(number: number): readonly Change[] | undefined {
    const step = this.#step(number)
    return step !== undefined && this.keeps(number) ? changesBetween(step.before.change, step.after.change) : undefined
  }

  /** What led to the present state, in order: the writes of each entry, and what happened between them that no entry made. */
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
    add(null, last, this.mark())
    return path
  }

  /** A world of its own in the state before or after an entry; undefined where that is no longer kept. */
  worldAt(number: number, when: When): World | undefined {
    const step = this.#step(number)
    return step && worldAt(this.#world, step[when])
  }

  /** Writes that the world had seen before or after an entry, over all lines; undefined where that is no longer kept. */
  writesAt(number: number, when: When = 'after'): number | undefined {
    return this.#step(number)?.[when].change.number
  }

  /** Puts the world into the state before or after an entry. False where that is no longer kept. */
  goTo(number: number, when: When): boolean {
    const step = this.#step(number)
    const state = this.worldAt(number, when)?.snapshot()
    if (step === undefined || state === undefined) return false
    this.#world.restore(state)
    this.#world.state.history!.line.origin = step[when].change
    this.#follow(when === 'after' ? number : step.previous)
    return true
  }

  /** Puts the world into a state that was kept, of this world or another. */
  restore(snapshot: Snapshot): void {
    const { history } = snapshot
    const led = this.#kept().findLast(
      ({ after: { change } }) => change.line === history?.line && change.number <= history.number,
    )
    this.#world.leaveLine()
    this.#world.restore(snapshot)
    this.#world.state.history!.line.origin = led === undefined ? undefined : history
    this.#follow(led?.number ?? 0)
  }

  /** Whether the world has left the branch that an entry belongs to. */
  isOther(number: number): boolean {
    return this.#others.has(number)
  }

  /** Forgets everything; the world goes on from where it is. */
  clear(): void {
    this.#ring = []
    this.#first = this.#timeline.last + 1
    this.#others.clear()
    this.#current = 0
    this.#world.keepHistory()
  }

  #timed(move: (onDue: DueObserver) => void): void {
    const done = new DoneWork()
    move((due) => done.add(due, this.mark))
    if (done.all.length === 0) return
    this.#recordWork(done.all, this.mark())
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

  /** Forgets what the journal has dropped, and the oldest of more writes than are kept. */
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

  /** Finds the entries that led to `current`: all others are of other branches. */
  #follow(current: number): void {
    this.#current = current
    this.#mark = markOf(this.#world.state)
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
