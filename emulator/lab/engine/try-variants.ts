import { Channel } from './channel.ts'
import type { Limits } from './client.ts'
import type { Deadline } from './deadline.ts'
import type { TryEvent } from './events.ts'
import { Slots, type Slot, type Waiting } from './slots.ts'
import type { Seen, Subject } from './subject.ts'
import type { Variant } from './variant.ts'

/** How variants are tried, and how their runs are judged. */
export interface How<V extends Variant, R, S extends Seen = Seen> {
  /** Ends the work: no run begins then, and those under way are ended and show nothing. */
  readonly deadline: Deadline
  /** Runs at the same time; default 1. A function has one at a time, and begins others while it waits. */
  readonly jobs?: number | undefined
  limits(variant: V): Limits
  /** The result of a run. */
  judge(variant: V, seen: S): R | Promise<R>
  /** True if other runs may have changed the result: then it is confirmed by a run alone. */
  isDoubtful?(tried: { readonly variant: V; readonly result: R }, beside: Beside): boolean
  /** Name of what a result shows. Of doubtful results with one name, one is repeated; all, if that ends otherwise. */
  nameResult?(tried: { readonly variant: V; readonly result: R }): string
  /** Variants that a result gives rise to. */
  more?(tried: { readonly variant: V; readonly result: R }): readonly V[]
  /** True for a variant whose run waits: it begins first where nothing ends the work, because it costs nothing. */
  waits?(variant: V): boolean
  /** Real milliseconds without a call after which a run waits, and another begins. Default: none does. */
  readonly waitsAfterMs?: number | undefined
}

/** Other runs beside a run. */
export interface Beside {
  /** Another run was under way at some time. */
  readonly isBeside: boolean
  /** Another run may have changed how this one ended. */
  readonly isDisturbed: boolean
}

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

  async #runAll(): Promise<void> {
    const first = this.#inOrder()
    let later = this.#all.length
    const next = (): number | undefined => first.shift() ?? (later < this.#all.length ? later++ : undefined)
    const worker = async (): Promise<void> => {
      for (;;) {
        const slot = await this.#slots.enter()
        try {
          const number = next()
          if (number === undefined) return
          await this.#run(number, slot)
        } finally {
          this.#slots.leave(slot)
        }
      }
    }
    await Promise.all(Array.from({ length: Math.min(this.#mostRuns, first.length) }, worker))
  }

  /** Places in the order of the runs. A budget goes by the order of the variants alone. */
  #inOrder(): number[] {
    const { waits, deadline } = this.#how
    const places = [...this.#all.keys()]
    if (waits === undefined || deadline.hasBudget) return places
    return [...places.filter((n) => waits(this.#all[n]!)), ...places.filter((n) => !waits(this.#all[n]!))]
  }

  async #run(number: number, slot: Slot): Promise<void> {
    const variant = this.#all[number]!
    const result = await this.#result(variant, slot)
    if (result === undefined) return this.#skip(number)
    const tried = { variant, result: result.value }
    if (this.#how.isDoubtful?.(tried, slot) === true) this.#doubtful.set(number, result.value)
    else this.#tell(number, result.value)
    this.#all.push(...(this.#how.more?.(tried) ?? []))
  }

  /** Undefined where the work was over before the run was. */
  async #result(variant: V, slot?: Slot): Promise<{ readonly value: R } | undefined> {
    const { deadline, judge, limits } = this.#how
    if (deadline.isOver) return undefined
    const run = async (): Promise<{ readonly value: R } | undefined> => {
      const bounds = { ...limits(variant), waiting: slot && this.#overlap(slot) }
      const seen = await this.#subject.run(variant.overlay, bounds, deadline.signal)
      return deadline.isOver ? undefined : { value: await judge(variant, seen) }
    }
    // A program is waited for: it is killed, and its folder removed. A function cannot be ended.
    const ended = await (this.#subject.isInProcess === true ? Promise.race([run(), deadline.over]) : run())
    return deadline.isOver ? undefined : ended
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
    const result = await this.#result(variant)
    if (result === undefined) {
      const before = this.#name(variant, this.#doubtful.get(number)!)
      this.#skip(number)
      return before
    }
    this.#tell(number, result.value)
    return this.#name(variant, result.value)
  }
}
