import { Channel } from './channel.ts'
import type { TryEvent } from './events.ts'
import type { How, Shown } from './how.ts'
import { joinOverlays } from './overlay.ts'
import { Slots, type Slot, type Waiting } from './slots.ts'
import type { Seen, Subject } from './subject.ts'
import type { Variant } from './variant.ts'

/** A subject whose runs show more than every run does. */
type SubjectOf<S extends Seen> = Omit<Subject, 'run'> & {
  run(...given: Parameters<Subject['run']>): Promise<S>
}

/**
 * Runs a subject with each variant, several at a time, and judges each run. A result that other runs may have disturbed
 * is repeated alone. Yields each variant once, when it has its result, or when the work is over.
 */
export function tryVariants<V extends Variant, R, S extends Seen>(
  subject: SubjectOf<S>,
  variants: Iterable<V>,
  how: How<V, R, S>,
): AsyncIterable<TryEvent<V, R>> {
  const runs = new Runs(subject, variants, how)
  void runs.work()
  return runs.events
}

/** Maximum of runs under way in this process, and of programs that wait. */
const MOST_FUNCTIONS = 256
const MOST_WAITING = 32

class Runs<V extends Variant, R, S extends Seen> {
  readonly events = new Channel<TryEvent<V, R>>()
  readonly #subject: SubjectOf<S>
  readonly #how: How<V, R, S>
  readonly #all: V[]
  readonly #mostRuns: number
  readonly #slots: Slots
  /** Results that other runs may have disturbed, by their places. */
  readonly #doubtful = new Map<number, R>()
  readonly #confirmed = new Set<string>()
  /** Places of variants without a run. */
  readonly #waiting: number[] = []
  /** Groups that a run of more variants did not decide. They come first. */
  readonly #parted: (readonly number[])[] = []
  #done = 0

  constructor(subject: SubjectOf<S>, variants: Iterable<V>, how: How<V, R, S>) {
    this.#subject = subject
    this.#how = how
    this.#all = [...variants]
    const { jobs = 1 } = how
    // One job of a program is one program at a time.
    this.#mostRuns = subject.isInProcess === true ? MOST_FUNCTIONS : jobs === 1 ? 1 : jobs + MOST_WAITING
    this.#slots = new Slots(jobs, this.#mostRuns)
  }

  async work(): Promise<void> {
    try {
      await this.#runAll()
      await this.#confirm()
      this.events.close()
    } catch (error) {
      this.events.close(error)
    }
  }

  /** One run after the other begins, once there is room for it. One that ends may give rise to others. */
  async #runAll(): Promise<void> {
    this.#waiting.push(...this.#inOrder())
    const running = new Set<Promise<void>>()
    const errors: unknown[] = []
    while (errors.length === 0) {
      const slot = await this.#slots.enter()
      const group = this.#next()
      if (group === undefined) {
        this.#slots.leave(slot)
        if (running.size === 0) break
        await Promise.race(running)
        continue
      }
      const run = this.#run(group, slot)
        .catch((error: unknown) => void errors.push(error))
        .finally(() => {
          running.delete(run)
          this.#slots.leave(slot)
        })
      running.add(run)
    }
    if (errors.length > 0) throw errors[0]
  }

  /** Places of the variants of the next run. */
  #next(): readonly number[] | undefined {
    const parted = this.#parted.pop()
    if (parted !== undefined) return parted
    const first = this.#waiting.shift()
    if (first === undefined) return undefined
    const { grouping } = this.#how
    if (grouping === undefined) return [first]
    const waiting = this.#waiting.map((place) => this.#all[place]!)
    const chosen = new Set(grouping.choose(this.#all[first]!, waiting))
    const isChosen = (place: number): boolean => chosen.has(this.#all[place]!)
    const group = [first, ...this.#waiting.filter(isChosen)]
    this.#waiting.splice(0, Infinity, ...this.#waiting.filter((place) => !isChosen(place)))
    return group
  }

  /** Places in the order of the runs. A budget goes by the order of the variants alone. */
  #inOrder(): number[] {
    const { waits, deadline } = this.#how
    const places = [...this.#all.keys()]
    if (waits === undefined || deadline.hasBudget) return places
    return [...places.filter((n) => waits(this.#all[n]!)), ...places.filter((n) => !waits(this.#all[n]!))]
  }

  async #run(group: readonly number[], slot: Slot): Promise<void> {
    const shown = await this.#show(group, slot)
    if (shown === undefined) return group.forEach((number) => this.#skip(number))
    const left = group.filter((number) => !shown.has(number))
    const half = Math.ceil(left.length / 2)
    this.#parted.push(...[left.slice(half), left.slice(0, half)].filter(({ length }) => length > 0))
    const beside = { isBeside: slot.isBeside || group.length > 1, isDisturbed: slot.isDisturbed }
    for (const [number, tried] of shown) {
      if (this.#how.isDoubtful?.(tried, beside) === true) this.#doubtful.set(number, tried.result)
      else this.#tell(number, tried.result)
      for (const more of this.#how.more?.(tried) ?? []) this.#waiting.push(this.#all.push(more) - 1)
    }
  }

  /** Runs variants in one world. Gives what the run shows of each, by its place; undefined where the work was over before. */
  async #show(group: readonly number[], slot?: Slot): Promise<Map<number, Shown<V, R, S>> | undefined> {
    const { deadline } = this.#how
    if (deadline.isOver) return undefined
    // A program is waited for: it is killed, and its folder removed. A function cannot be ended.
    const run = this.#runTogether(group, slot)
    const shown = await (this.#subject.isInProcess === true ? Promise.race([run, deadline.over]) : run)
    return deadline.isOver ? undefined : shown
  }

  async #runTogether(group: readonly number[], slot?: Slot): Promise<Map<number, Shown<V, R, S>> | undefined> {
    const { deadline, judge, limits, grouping } = this.#how
    const variants = group.map((number) => this.#all[number]!)
    const bounds = { ...limits(variants[0]!), waiting: slot && this.#overlap(slot) }
    const overlay = joinOverlays(variants.map((each) => each.overlay))
    const whole = await this.#subject.run(overlay, bounds, deadline.signal)
    if (deadline.isOver) return undefined
    const parts = grouping?.split(variants, whole)
    const shown = new Map<number, Shown<V, R, S>>()
    for (const number of group) {
      const variant = this.#all[number]!
      const seen = parts === undefined ? whole : parts.get(variant)
      if (seen !== undefined) shown.set(number, { variant, seen, result: await judge(variant, seen) })
    }
    return shown
  }

  /**
   * Lets another run begin while this one waits, unless runs of this process share a global that one of them replaced.
   */
  #overlap(slot: Slot): Waiting | undefined {
    const { waitsAfterMs } = this.#how
    if (waitsAfterMs === undefined) return undefined
    const { fetch } = globalThis
    return {
      afterMs: waitsAfterMs,
      waits: () => {
        if (this.#subject.isInProcess !== true || globalThis.fetch === fetch) slot.waits()
      },
      wakes: () => slot.wakes(),
    }
  }

  #tell(number: number, result: R): void {
    const variant = this.#all[number]!
    this.#doubtful.delete(number)
    this.#confirmed.add(this.#name(variant, result))
    this.events.push({ kind: 'tried', variant, number, result, done: ++this.#done, of: this.#all.length })
  }

  #skip(number: number): void {
    this.#doubtful.delete(number)
    this.events.push({ kind: 'skipped', variant: this.#all[number]!, number, why: this.#how.deadline.why })
  }

  #name(variant: V, result: R): string {
    return this.#how.nameResult?.({ variant, result }) ?? variant.id
  }

  /**
   * Repeats doubtful runs alone, until one of each name is confirmed. Where one ends otherwise then, runs do disturb
   * each other, and all that are doubtful are repeated.
   */
  async #confirm(): Promise<void> {
    let isDisturbed = false
    const inOrder = Array.from(this.#doubtful.keys()).toSorted((a, b) => a - b)
    for (const number of inOrder) {
      const before = this.#name(this.#all[number]!, this.#doubtful.get(number)!)
      if (this.#confirmed.has(before)) continue
      const after = await this.#repeat(number)
      isDisturbed ||= after !== before
    }
    for (const number of inOrder)
      if (isDisturbed && this.#doubtful.has(number)) await this.#repeat(number)
      else if (this.#doubtful.has(number)) this.#tell(number, this.#doubtful.get(number)!)
  }

  /** The name of what the repeated run shows. */
  async #repeat(number: number): Promise<string> {
    const variant = this.#all[number]!
    const shown = (await this.#show([number]))?.get(number)
    if (shown === undefined) {
      const before = this.#name(variant, this.#doubtful.get(number)!)
      this.#skip(number)
      return before
    }
    this.#tell(number, shown.result)
    return this.#name(variant, shown.result)
  }
}
