import { changesBetween, makeCheckpoint, worldAt, type Checkpoint } from '../world/history.ts'
import type { Cause } from '../journal/entry.ts'
import type { DueObserver, World } from '../world/world.ts'
import { type Snapshot, forgetBefore, MAX_CHANGES } from '../world/world-state.ts'
import { DoneWork, type DueWork } from './done-work.ts'
import type { Written } from './changes.ts'
import { findJump, listHistory, type HistoryStep, type TracedStep } from './steps.ts'
import type { Timeline, TracedExchange } from './timeline.ts'

export type TraceMoment = 'before' | 'after'

/**
 * Keeps the world before and after each entry of the journal, as a checkpoint in the list of its writes, not a copy.
 */
export class Tracer<E extends TracedExchange = TracedExchange> {
  readonly #world: World
  readonly #timeline: Timeline<E>
  /** Steps by number, in order. */
  readonly #steps = new Map<number, TracedStep>()
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

  /** Moves world time to the end of a write. Work on the way becomes entries when the exchange is recorded. */
  finish(target: number, most: number): DueWork[] {
    const done = new DoneWork()
    this.#world.advanceTo(target, most, (due) => done.add(due, this.checkpoint))
    return done.all
  }

  record(exchange: E): number {
    const after = this.checkpoint()
    const { before, due } = exchange.traced ?? { before: after, due: [] }
    const { early, late } = exchange.triggered ?? {}
    const number = this.#timeline.record(exchange)
    const end = due[0]?.before ?? after
    // The changes before and after a request that was held have the last numbers.
    const { last } = this.#timeline
    const wasHeld = exchange.wait?.entry === number
    const isLate = late !== undefined
    const earlyAt = wasHeld ? last - (isLate ? 1 : 0) : number - 1
    if (early !== undefined) this.#keep(before, early.mark!, earlyAt, { of: number })
    this.#keep(early?.mark ?? before, late?.mark ?? end, number)
    if (isLate) this.#keep(late.mark!, end, last, { of: number })
    this.#recordWork(due, after)
    this.#trim()
    return number
  }

  amend(number: number, exchange: E): void {
    this.#timeline.amend(number, exchange)
  }

  ended(number: number, exchange: E, leftAfter?: number): void {
    this.#timeline.ended(number, exchange, leftAfter)
  }

  /**
   * Makes a change and records it, with the work that falls due meanwhile behind it. A change without a cause, or one
   * that leaves the world as it is, is not recorded. A jump takes the world to a state that does not follow from its
   * own.
   */
  change<T>(cause: Cause | undefined, make: (onDue: DueObserver) => T, isJump = false): T {
    const left = isJump ? { ...this.#world.snapshot(), history: undefined } : undefined
    const before = this.checkpoint()
    const done = new DoneWork()
    const made = make((due) => done.add(due, this.checkpoint))
    const after = this.checkpoint()
    if (cause !== undefined && after !== before) {
      const { last } = this.#timeline
      this.#timeline.recordChange(cause, before.now, isJump)
      const end = done.all[0]?.before ?? after
      // One of many consecutive changes has no entry of its own: it extends the entry before.
      const grown = this.#timeline.last === last ? this.#steps.get(last) : undefined
      if (grown !== undefined) this.#current = grown.previous
      this.#keep(isJump ? end : (grown?.before ?? before), end, this.#timeline.last, { left: grown?.left ?? left })
    }
    this.#recordWork(done.all, after)
    this.#trim()
    return made
  }

  /** Notes an entry that was recorded without the tracer: it changed nothing. */
  entered(): void {
    const checkpoint = this.checkpoint()
    this.#keep(checkpoint, checkpoint)
    this.#trim()
  }

  /** True if the states before and after an entry are still known. */
  keeps(number: number): boolean {
    const step = this.#steps.get(number)
    return step !== undefined && step.before.change.number >= step.before.change.branch.first
  }

  /** Writes of an entry; undefined if they are no longer kept. */
  changes(number: number): readonly Written[] | undefined {
    const step = this.#steps.get(number)
    if (step === undefined || !this.keeps(number)) return undefined
    return findJump(this.#world, step)?.() ?? changesBetween(step.before.change, step.after.change)
  }

  /** Steps that led to the current state, in order: the writes of each entry, and changes between entries. */
  history(): HistoryStep[] {
    return listHistory(
      this.#world,
      this.#kept().filter(({ number }) => !this.#others.has(number)),
      this.checkpoint(),
    )
  }

  /** A new world in the state before or after an entry; undefined if it is no longer kept. */
  worldAt(number: number, when: TraceMoment): World | undefined {
    const step = this.#moment(number, when)
    return step && worldAt(this.#world, step[when])
  }

  /** Number of writes to the world before or after an entry, over all branches; undefined if it is no longer kept. */
  writesAt(number: number, when: TraceMoment = 'after'): number | undefined {
    return this.#moment(number, when)?.[when].change.number
  }

  /** Puts the world into the state before or after an entry. Returns false if it is no longer kept. */
  goTo(number: number, when: TraceMoment): boolean {
    const step = this.#moment(number, when)
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
    this.#steps.clear()
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

  #keep(
    before: Checkpoint,
    after: Checkpoint,
    number = this.#timeline.last,
    about: Pick<TracedStep, 'of' | 'left'> = {},
  ): void {
    // A request that was held takes its place among the steps when it is handled.
    this.#steps.delete(number)
    this.#steps.set(number, { number, before, after, previous: this.#current, ...about })
    this.#current = number
  }

  /** Step in which a moment begins or ends: before a request is before its triggers acted. */
  #moment(number: number, when: TraceMoment): TracedStep | undefined {
    const early = when === 'before' ? this.#steps.get(number - 1) : undefined
    return early?.of === number ? early : this.#steps.get(number)
  }

  #kept(): TracedStep[] {
    return [...this.#steps.values()]
  }

  /** Forgets steps that the journal has dropped, and the oldest writes beyond the limit. */
  #trim(): void {
    const { first, last } = this.#timeline
    const { number: written } = this.#world.state.history!
    const before = this.#first
    for (; this.#first < last; this.#first++) {
      const step = this.#steps.get(this.#first)
      if (this.#first >= first && step !== undefined && written - step.before.change.number < MAX_CHANGES) break
      this.#steps.delete(this.#first)
      this.#others.delete(this.#first)
    }
    const oldest = this.#steps.get(this.#first)
    if (oldest !== undefined && this.#first > before) forgetBefore(oldest.before.change)
  }

  /** Finds the entries that led to `current`: all others belong to other branches. */
  #follow(current: number): void {
    this.#current = current
    this.#checkpoint = makeCheckpoint(this.#world.state)
    const followed = new Set<number>()
    for (let number = current; number > 0 && !followed.has(number); number = this.#steps.get(number)?.previous ?? 0)
      followed.add(number)
    this.#others = new Set(
      this.#kept()
        .map(({ number }) => number)
        .filter((number) => !followed.has(number)),
    )
  }
}
