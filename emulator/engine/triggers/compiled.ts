import { isFault } from '../faults/registry.ts'
import type { Change } from '../matching/schema-common.ts'
import type { TriggerEntry } from '../world/triggers.ts'
import type { TriggeredExchange, TriggeredUnit } from './exchange.ts'
import type { Action, Trigger, When } from './schema.ts'
import { compileConditions, type Predicate } from './when.ts'

export type Phase = 'before' | 'after'

/** A trigger as the requests to one unit meet it. */
export interface Compiled {
  /** Position of its entry. */
  readonly index: number
  readonly name: string
  readonly when: When
  /** What the unit does not tell. */
  readonly predicates: readonly Predicate[]
  readonly phase: Phase
  readonly actions: readonly Action[]
  /** Done once the handler has run, although the trigger acts before it. */
  readonly later: readonly Change[]
}

/** The triggers that can be about a request to a unit, in their order. */
interface Candidates {
  readonly before: readonly Compiled[]
  readonly after: readonly Compiled[]
}

type ByUnit = Map<TriggeredUnit, Candidates>

/** By the list of entries, which is replaced when triggers come and go, and shared by forks. */
const compiled = new WeakMap<readonly TriggerEntry[], Record<TriggeredExchange['via'], ByUnit>>()

/** The triggers among `entries` that can be about requests to `unit`; found once for each unit that is asked for. */
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
  // An operation that the request starts is there only afterwards.
  const isLater = (action: Action) => 'fail_operation' in action && when.at === undefined
  return {
    index,
    name,
    when,
    predicates,
    phase: when.at ?? 'before',
    actions: actions.filter((action) => !isLater(action)),
    later: actions.filter(isLater) as Change[],
  }
}

export function isChange(action: Action): action is Change {
  return !isFault(action)
}
