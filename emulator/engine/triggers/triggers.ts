import type * as v from 'valibot'
import { EmulatorError } from '../checking/emulator-error.ts'
import { problemsIn } from '../checking/issues.ts'
import { ProblemList } from '../checking/problem-list.ts'
import type { Path } from '../checking/problems.ts'
import type { KnownUnit } from '../matching/check-names.ts'
import { triggerChangesSchema, type Trigger, type TriggerChanges, type triggerSchema } from './schema.ts'
import { freezeDeep } from '../world/row.ts'
import {
  counted,
  noTriggers,
  withoutTrigger,
  withTriggerAt,
  withTriggers,
  type CountedTrigger,
} from '../world/triggers.ts'
import type { World } from '../world/world.ts'
import { checkTrigger } from './check-trigger.ts'

/** A trigger as it is written: `{ when: { endpoint: 'GET /users/me', nth: 2 }, do: [{ drop: true }] }`. */
export type TriggerInput = v.InferInput<typeof triggerSchema>

/** What became of a trigger. One that never fired has `fired: 0`. */
export interface TriggerReport {
  /** `trigger-1`, in order of adding; no other trigger gets it, unless the world goes back to where it was not there. */
  readonly id: string
  readonly name?: string
  /** Requests that it is about. */
  readonly matched: number
  /** Times that it acted. */
  readonly fired: number
  /** Why the world could not be changed the last time that it acted. */
  readonly problem?: string
  readonly trigger: Trigger
}

interface AddOptions {
  readonly path?: (index: number) => Path
}

/** `emulator.triggers`: faults and changes in force. They are state of the world, as are their counts. */
export class Triggers {
  readonly #world: World
  readonly #units: readonly KnownUnit[]

  constructor(world: World, units: readonly KnownUnit[]) {
    this.#world = world
    this.#units = units
  }

  /** Puts a trigger in force, after those there are. Throws `EmulatorError` with every problem. */
  add(trigger: TriggerInput): TriggerReport {
    return this.addAll([trigger], { path: () => [] })[0]!
  }

  /** Puts several in force, or none when one is wrong. Problems have the path `[<index>, …]` by default. */
  addAll(
    triggers: readonly TriggerInput[],
    { path = (index: number): Path => [index] }: AddOptions = {},
  ): TriggerReport[] {
    const found = new ProblemList()
    const read: Trigger[] = []
    for (const [index, each] of triggers.entries()) {
      if (found.full) break
      const { trigger, problems } = checkTrigger(this.#world, this.#units, each)
      if (trigger !== undefined) read.push(structuredClone(trigger))
      found.addEach(problems, (problem) => ({ ...problem, path: [...path(index), ...problem.path] }))
    }
    if (found.full) found.stop()
    const problems = found.toArray()
    if (problems.length > 0) throw new EmulatorError(problems)
    return putInForce(this.#world, read).map(report)
  }

  /**
   * Changes the trigger with this id: each field given takes the place of its own, and null takes an optional one away. It keeps id, place
   * and counts. Returns undefined where there is none; throws `EmulatorError` with every problem.
   */
  update(id: string, changes: TriggerChanges): TriggerReport | undefined {
    const { triggers } = this.#world.state
    const at = triggers.entries.findIndex((entry) => entry.id === id)
    if (at < 0) return undefined
    const wrong = problemsIn(triggerChangesSchema, changes)
    if (wrong.length > 0) throw new EmulatorError(wrong)
    const merged = Object.entries({ ...triggers.entries[at]!.trigger, ...changes })
    const given = Object.fromEntries(merged.filter(([, value]) => value !== null && value !== undefined))
    const { trigger, problems } = checkTrigger(this.#world, this.#units, given, { anyCaller: !('when' in changes) })
    if (trigger === undefined) throw new EmulatorError(problems)
    this.#world.state.triggers = withTriggerAt(triggers, at, freezeDeep(structuredClone(trigger)))
    return this.list()[at]
  }

  /** Takes one away by its id. Returns false where there is none. */
  remove(id: string): boolean {
    const { triggers } = this.#world.state
    const at = triggers.entries.findIndex((entry) => entry.id === id)
    if (at >= 0) this.#world.state.triggers = withoutTrigger(triggers, at)
    return at >= 0
  }

  /** Takes all away. Ids go on, so that one of the journal never means two triggers. */
  clear(): void {
    this.#world.state.triggers = { ...noTriggers, next: this.#world.state.triggers.next }
  }

  /** The triggers in force, in order of adding, with how often each matched and fired. */
  list(): TriggerReport[] {
    return counted(this.#world.state.triggers).map(report)
  }
}

/** Puts triggers in force that code has made, of names and records that it has seen: they are neither looked at nor copied, but frozen. */
export function putInForce(world: World, triggers: readonly Trigger[]): CountedTrigger[] {
  const { next } = world.state.triggers
  const added = triggers.map((trigger, i) => ({ id: `trigger-${next + i}`, trigger: freezeDeep(trigger) }))
  world.state.triggers = withTriggers(world.state.triggers, added)
  return added.map((entry) => ({ ...entry, matched: 0, fired: 0, problem: null }))
}

function report({ id, trigger: stored, matched, fired, problem }: CountedTrigger): TriggerReport {
  const trigger = stored as unknown as Trigger
  return {
    id,
    ...(trigger.name !== undefined && { name: trigger.name }),
    matched,
    fired,
    ...(problem !== null && { problem }),
    trigger,
  }
}
