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
  withTriggerMoved,
  withTriggers,
  type CountedTrigger,
} from '../world/triggers.ts'
import { unrecorded } from '../world/record-change.ts'
import type { World } from '../world/world.ts'
import { checkTrigger } from './check-trigger.ts'

/** A trigger as written: `{ when: { endpoint: 'GET /users/me', nth: 2 }, do: [{ drop: true }] }`. */
export type TriggerInput = v.InferInput<typeof triggerSchema>

/** State of a trigger. One that never fired has `fired: 0`. */
export interface TriggerReport {
  /** Id in order of adding, `trigger-1`. It is reused only if the world goes back to before the trigger was added. */
  readonly id: string
  readonly name?: string
  /** Number of matching requests. */
  readonly matched: number
  /** Number of requests at which it did something. A change that failed is none. */
  readonly fired: number
  /** Reason for which its last change of the world failed. */
  readonly problem?: string
  /** Number of mishaps of `chaos` by what happened: `answered 429`. */
  readonly met?: Readonly<Record<string, number>>
  readonly trigger: Trigger
}

interface AddOptions {
  readonly path?: (index: number) => Path
}

/** `emulator.triggers`: active faults and changes. Triggers and their counters are state of the world. */
export class Triggers {
  readonly #world: World
  readonly #units: readonly KnownUnit[]
  readonly #record: typeof unrecorded

  /** `record` records changes. */
  constructor(world: World, units: readonly KnownUnit[], record = unrecorded) {
    this.#world = world
    this.#units = units
    this.#record = record
  }

  /** Adds a trigger after the existing ones. Throws `EmulatorError` with all problems. */
  add(trigger: TriggerInput): TriggerReport {
    return this.addAll([trigger], { path: () => [] })[0]!
  }

  /** Adds several triggers, or none if one is invalid. Problems have the path `[<index>, …]` by default. */
  addAll(
    triggers: readonly TriggerInput[],
    { path = (index: number): Path => [index] }: AddOptions = {},
  ): TriggerReport[] {
    const found = new ProblemList()
    const read: Trigger[] = []
    found.addFrom(triggers, (each, index) => {
      const { trigger, problems } = checkTrigger(this.#world, this.#units, each)
      if (trigger !== undefined) read.push(structuredClone(trigger))
      return problems.map((problem) => ({ ...problem, path: [...path(index), ...problem.path] }))
    })
    const problems = found.toArray()
    if (problems.length > 0) throw new EmulatorError(problems)
    const names = read.map(({ name = '…' }) => name).join(', ')
    return this.#record('triggers.add', names, () => putInForce(this.#world, read).map(report))
  }

  /**
   * Changes the trigger with this id: given fields replace its own, null removes optional ones. It keeps its id and
   * counters, and its position unless `place` is given. Returns undefined if there is none; throws `EmulatorError` with
   * all problems.
   */
  update(id: string, changes: TriggerChanges): TriggerReport | undefined {
    const { triggers } = this.#world.state
    const at = triggers.entries.findIndex((entry) => entry.id === id)
    if (at < 0) return undefined
    const wrong = problemsIn(triggerChangesSchema, changes)
    if (wrong.length > 0) throw new EmulatorError(wrong)
    const { place = at + 1, ...own } = changes
    const merged = Object.entries({ ...triggers.entries[at]!.trigger, ...own })
    const given = Object.fromEntries(merged.filter(([, value]) => value !== null && value !== undefined))
    const { trigger, problems } = checkTrigger(this.#world, this.#units, given, { kept: !('when' in changes) })
    if (trigger === undefined) throw new EmulatorError(problems)
    return this.#record('triggers.update', `'${id}'`, () => {
      const changed = withTriggerAt(triggers, at, freezeDeep(structuredClone(trigger)))
      this.#world.state.triggers = withTriggerMoved(changed, at, place - 1)
      return this.list().find((each) => each.id === id)
    })
  }

  /** Removes a trigger by its id. Returns false if there is none. */
  remove(id: string): boolean {
    const { triggers } = this.#world.state
    const at = triggers.entries.findIndex((entry) => entry.id === id)
    if (at < 0) return false
    return this.#record('triggers.remove', `'${id}'`, () => {
      this.#world.state.triggers = withoutTrigger(triggers, at)
      return true
    })
  }

  /** Removes all triggers. Ids are not reused, so that an id in the journal is unique. */
  clear(): void {
    const { entries, next } = this.#world.state.triggers
    if (entries.length === 0) return
    this.#record('triggers.clear', '', () => {
      this.#world.state.triggers = { ...noTriggers, next }
    })
  }

  /** Active triggers in order of adding, with their counters. */
  list(): TriggerReport[] {
    return counted(this.#world.state.triggers).map(report)
  }
}

/** Adds triggers made by code from known names and records: they are neither validated nor copied, but frozen. */
export function putInForce(world: World, triggers: readonly Trigger[]): CountedTrigger[] {
  const { next } = world.state.triggers
  const added = triggers.map((trigger, i) => ({ id: `trigger-${next + i}`, trigger: freezeDeep(trigger) }))
  world.state.triggers = withTriggers(world.state.triggers, added)
  return added.map((entry) => ({ ...entry, matched: 0, fired: 0, problem: null }))
}

function report({ id, trigger: stored, matched, fired, problem, chaos }: CountedTrigger): TriggerReport {
  const trigger = stored as unknown as Trigger
  return {
    id,
    ...(trigger.name !== undefined && { name: trigger.name }),
    matched,
    fired,
    ...(problem !== null && { problem }),
    ...(chaos !== undefined && { met: chaos.met }),
    trigger,
  }
}
