import { isFault } from '../faults/registry.ts'
import type { Action, Trigger } from './schema.ts'
import type { Change } from '../format/schema-common.ts'
import type { TriggerEntry } from '../world/triggers.ts'
import { aboutOf, type About } from './when.ts'

export type Phase = 'before' | 'after'

/** A trigger as requests meet it. */
export interface Compiled {
  readonly name: string
  readonly trigger: Trigger
  readonly about: About
  readonly phase: Phase
  readonly actions: readonly Action[]
  /** Done once the handler has run, although the trigger acts before it. */
  readonly later: readonly Change[]
}

const compiled = new WeakMap<TriggerEntry['trigger'], Compiled>()

/** The entry's trigger, compiled once: entries come and go with counts and forks, what they say does not change. */
export function compile({ id, trigger: stored }: TriggerEntry): Compiled {
  let found = compiled.get(stored)
  if (found === undefined) {
    const trigger = stored as unknown as Trigger
    const actions: readonly Action[] = Array.isArray(trigger.do) ? trigger.do : [trigger.do]
    const isLater = (action: Action) => 'fail_operation' in action && trigger.when.at === undefined
    found = {
      name: trigger.name ?? id,
      trigger,
      about: aboutOf(trigger.when),
      phase: trigger.when.at ?? 'before',
      actions: actions.filter((action) => !isLater(action)),
      // An operation that the request starts is there only afterwards.
      later: actions.filter(isLater) as Change[],
    }
    compiled.set(stored, found)
  }
  return found
}

export function isChange(action: Action): action is Change {
  return !isFault(action)
}
