import { isFault } from '../faults/registry.ts'
import type { Change } from '../matching/schema-common.ts'
import type { TriggerEntry } from '../world/triggers.ts'
import type { TriggeredExchange, TriggeredUnit } from './exchange.ts'
import { parseRate, type Rate } from './rate.ts'
import type { Action, Trigger, UnderAction, When } from './schema.ts'
import { compileConditions, type Predicate } from './when.ts'

export type Phase = 'before' | 'after'

/** A trigger, compiled for the requests to one unit. */
export interface Compiled {
  /** Position of its entry. */
  readonly index: number
  readonly id: string
  readonly name: string
  readonly when: When
  /** Rate of `above`: it acts on the requests beyond it. */
  readonly above: Rate | undefined
  /** Conditions that the unit alone does not decide. */
  readonly predicates: readonly Predicate[]
  readonly phase: Phase
  readonly actions: readonly Action[]
  /** Changes made after the handler, although the trigger acts before it. */
  readonly later: readonly Change[]
}

/** Triggers that may match a request to a unit, in order. */
interface Candidates {
  readonly before: readonly Compiled[]
  readonly after: readonly Compiled[]
}

type ByUnit = Map<TriggeredUnit, Candidates>

/** Compiled triggers by their list, which is replaced when triggers are added or removed, and shared by forks. */
const compiled = new WeakMap<readonly TriggerEntry[], Record<TriggeredExchange['via'], ByUnit>>()

/** Triggers that may match requests to `unit`, compiled once for each unit. */
export function candidatesFor(
  entries: readonly TriggerEntry[],
  unit: TriggeredUnit,
  via: TriggeredExchange['via'],
): Candidates {
  let known = compiled.get(entries)
  if (known === undefined) compiled.set(entries, (known = { http: new Map(), socket: new Map() }))
  let found = known[via].get(unit)
  if (found === undefined) {
    const all = entries.flatMap((entry, index) => compile(entry, index, unit, via) ?? [])
    known[via].set(
      unit,
      (found = {
        before: all.filter(({ phase }) => phase === 'before'),
        after: all.filter(({ phase }) => phase === 'after'),
      }),
    )
  }
  return found
}

function compile(
  { id, trigger: stored }: TriggerEntry,
  index: number,
  unit: TriggeredUnit,
  via: TriggeredExchange['via'],
): Compiled | undefined {
  const { name = id, when, do: given, enabled = true } = stored as unknown as Trigger
  const predicates = enabled ? compileConditions(when, unit, via) : undefined
  if (predicates === undefined) return undefined
  const actions: readonly Action[] = Array.isArray(given) ? given : [given]
  // An operation that the request starts exists only afterwards.
  const isLater = (action: Action) => 'fail_operation' in action && when.at === undefined
  return {
    index,
    id,
    name,
    when,
    above: when.above === undefined ? undefined : parseRate(when.above),
    predicates,
    phase: when.at ?? 'before',
    actions: actions.filter((action) => !isLater(action)),
    later: actions.filter(isLater) as Change[],
  }
}

/** Names of the gates of a trigger; its own name if it names no gate. */
export function listGates({ name, actions }: Pick<Compiled, 'name' | 'actions'>): string[] {
  return actions.flatMap((action) => ('hold' in action ? [action.hold === true ? name : action.hold] : []))
}

/** Effects of triggers on requests that need steps of their own. */
interface Means {
  /** Names of the gates at which they hold requests. */
  readonly gates: readonly string[]
  /** True if they give rules to some. */
  readonly rules: boolean
}

const means = new WeakMap<readonly TriggerEntry[], Means>()

/** Finds what triggers may do, once for each list of them. */
export function findMeans(entries: readonly TriggerEntry[]): Means {
  let found = means.get(entries)
  if (found === undefined) {
    const all = entries.map(({ id, trigger }) => {
      const { name = id, do: given } = trigger as unknown as Trigger
      return { name, actions: [given].flat() }
    })
    found = { gates: all.flatMap(listGates), rules: all.some(({ actions }) => actions.some(isRule)) }
    means.set(entries, found)
  }
  return found
}

export const isRule = (action: Action): action is UnderAction => 'under' in action

export function isChange(action: Action): action is Change {
  return !isFault(action) && !('chaos' in action) && !isRule(action)
}
