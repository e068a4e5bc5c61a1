import type { DrawnChaos, TriggerState } from '../world/triggers.ts'
import type { World } from '../world/world.ts'
import { countMishap, countTurn } from './chaos.ts'
import { takeOne, waitFor, type Rate } from './rate.ts'

/** Triggers that fired in any world: forks share them. */
const fired = new WeakSet<object>()

/** True if a trigger fired, in its world or in a fork of it. Going back in time resets the counters, but not this. */
export function hasFired(trigger: object): boolean {
  return fired.has(trigger)
}

/** Counters of a world's triggers during one request: copied by the first change, stored once at the end. */
export class TriggerCounters {
  readonly #world: World
  readonly #before: TriggerState
  #matched: number[] | undefined
  #fired: number[] | undefined
  #problems: (string | null)[] | undefined
  #fullAt: number[] | undefined
  #drawn: (DrawnChaos | undefined)[] | undefined

  constructor(world: World) {
    this.#world = world
    this.#before = world.state.triggers
  }

  /** Counts a matching request. Returns the new count. */
  match(index: number): number {
    const matched = (this.#matched ??= [...this.#before.matched])
    return (matched[index] = matched[index]! + 1)
  }

  /** Forgets the problem of the last attempt. */
  attempt(index: number): void {
    if ((this.#problems ?? this.#before.problems)[index] !== null) this.problem(index, null)
  }

  fire(index: number): void {
    fired.add(this.#before.entries[index]!.trigger)
    const counts = (this.#fired ??= [...this.#before.fired])
    counts[index] = counts[index]! + 1
  }

  /** True if a request is beyond the rate; one within it takes its part of the allowance. */
  isAbove(index: number, rate: Rate): boolean {
    const next = takeOne(rate, this.fullAt(index), this.#world.now)
    if (next === undefined) return true
    this.#fullAt ??= [...this.#before.fullAt]
    this.#fullAt[index] = next
    return false
  }

  /** World time at which the allowance of a rate is whole again. */
  fullAt(index: number): number {
    return (this.#fullAt ?? this.#before.fullAt)[index]!
  }

  /** Milliseconds of world time until a request is within the rate. */
  waitAt(index: number, rate: Rate): number {
    return waitFor(rate, this.fullAt(index), this.#world.now)
  }

  /** Counts a request to a unit before its chaos is drawn. Returns the new count. */
  turn(index: number, unit: string): number {
    const drawn = (this.#drawn ??= [...this.#before.drawn])
    drawn[index] = countTurn(drawn[index] ?? { turns: {}, met: {} }, unit)
    return drawn[index].turns[unit]!
  }

  /** Counts what chaos did to that request. */
  mishap(index: number, what: string): void {
    this.#drawn![index] = countMishap(this.#drawn![index]!, what)
  }

  problem(index: number, text: string | null): void {
    const problems = (this.#problems ??= [...this.#before.problems])
    problems[index] = text
  }

  write(): void {
    const { matched, fired, problems, fullAt, drawn } = this.#before
    this.#world.state.triggers = {
      ...this.#before,
      matched: this.#matched ?? matched,
      fired: this.#fired ?? fired,
      problems: this.#problems ?? problems,
      fullAt: this.#fullAt ?? fullAt,
      drawn: this.#drawn ?? drawn,
    }
  }
}
