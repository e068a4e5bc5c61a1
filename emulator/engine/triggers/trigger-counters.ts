import type { TriggerState } from '../world/triggers.ts'
import type { World } from '../world/world.ts'

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

  constructor(world: World) {
    this.#world = world
    this.#before = world.state.triggers
  }

  /** Counts a matching request. Returns the new count. */
  match(index: number): number {
    const matched = (this.#matched ??= [...this.#before.matched])
    return (matched[index] = matched[index]! + 1)
  }

  fire(index: number): void {
    fired.add(this.#before.entries[index]!.trigger)
    const counts = (this.#fired ??= [...this.#before.fired])
    counts[index] = counts[index]! + 1
    if ((this.#problems ?? this.#before.problems)[index] !== null) this.problem(index, null)
  }

  problem(index: number, text: string | null): void {
    const problems = (this.#problems ??= [...this.#before.problems])
    problems[index] = text
  }

  write(): void {
    const { matched, fired, problems } = this.#before
    this.#world.state.triggers = {
      ...this.#before,
      matched: this.#matched ?? matched,
      fired: this.#fired ?? fired,
      problems: this.#problems ?? problems,
    }
  }
}
