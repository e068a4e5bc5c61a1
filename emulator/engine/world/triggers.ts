/** An active trigger. Its content is opaque to the world: `triggers/` validates and reads it. */
export interface TriggerEntry {
  readonly id: string
  readonly trigger: Readonly<Record<string, unknown>>
}

/** Counts of a trigger with chaos. */
export interface DrawnChaos {
  /** Number of requests by endpoint or command. */
  readonly turns: Readonly<Record<string, number>>
  /** Number of mishaps by what happened: `answered 429`. */
  readonly met: Readonly<Record<string, number>>
}

/**
 * Triggers as part of the state: they fork, snapshot, restore, reset and export with it. Immutable. Counters are kept
 * apart, in lists by the position of the entry, so that a request writes them all at once.
 */
export interface TriggerState {
  readonly entries: readonly TriggerEntry[]
  /** Number of matching requests of each. */
  readonly matched: readonly number[]
  /** Number of times that each acted. */
  readonly fired: readonly number[]
  /** Reason for which a change of its last firing failed; null if none did. */
  readonly problems: readonly (string | null)[]
  /** World time at which its rate (`above`) has its whole allowance again; 0 before its first request. */
  readonly fullAt: readonly number[]
  /** Draws of its chaos; undefined for a trigger without. */
  readonly drawn: readonly (DrawnChaos | undefined)[]
  /** Number for the id of the next trigger. */
  readonly next: number
}

export const noTriggers: TriggerState = Object.freeze({
  entries: Object.freeze([]),
  matched: Object.freeze([]),
  fired: Object.freeze([]),
  problems: Object.freeze([]),
  fullAt: Object.freeze([]),
  drawn: Object.freeze([]),
  next: 1,
})

/** A trigger with its counters. */
export interface CountedTrigger extends TriggerEntry {
  readonly matched: number
  readonly fired: number
  readonly problem: string | null
  /** Missing where it is 0. */
  readonly full_at_ms?: number | undefined
  /** Missing for a trigger without chaos. */
  readonly chaos?: DrawnChaos | undefined
}

/** Triggers with their counters, as reports and exports show them. */
export function counted({ entries, matched, fired, problems, fullAt, drawn }: TriggerState): CountedTrigger[] {
  return entries.map(({ id, trigger }, i) => ({
    id,
    trigger,
    matched: matched[i]!,
    fired: fired[i]!,
    problem: problems[i]!,
    ...(fullAt[i] !== 0 && { full_at_ms: fullAt[i]! }),
    ...(drawn[i] !== undefined && { chaos: drawn[i] }),
  }))
}

/** Restores the state from the result of `counted`. */
export function triggerState(list: readonly CountedTrigger[], next: number): TriggerState {
  return {
    entries: list.map(({ id, trigger }) => ({ id, trigger })),
    matched: list.map(({ matched }) => matched),
    fired: list.map(({ fired }) => fired),
    problems: list.map(({ problem }) => problem),
    fullAt: list.map(({ full_at_ms: fullAt = 0 }) => fullAt),
    drawn: list.map(({ chaos }) => chaos),
    next,
  }
}

/** Appends triggers with zero counters. */
export function withTriggers(
  { entries, matched, fired, problems, fullAt, drawn, next }: TriggerState,
  added: readonly TriggerEntry[],
): TriggerState {
  const zeros = added.map(() => 0)
  return {
    entries: [...entries, ...added],
    matched: [...matched, ...zeros],
    fired: [...fired, ...zeros],
    problems: [...problems, ...added.map(() => null)],
    fullAt: [...fullAt, ...zeros],
    drawn: [...drawn, ...added.map(() => undefined)],
    next: next + added.length,
  }
}

/** Replaces a trigger at a position, keeping its id and counters. */
export function withTriggerAt(state: TriggerState, at: number, trigger: TriggerEntry['trigger']): TriggerState {
  return { ...state, entries: state.entries.with(at, { id: state.entries[at]!.id, trigger }) }
}

/** Removes the trigger at a position. */
export function withoutTrigger(
  { entries, matched, fired, problems, fullAt, drawn, next }: TriggerState,
  at: number,
): TriggerState {
  return {
    entries: entries.toSpliced(at, 1),
    matched: matched.toSpliced(at, 1),
    fired: fired.toSpliced(at, 1),
    problems: problems.toSpliced(at, 1),
    fullAt: fullAt.toSpliced(at, 1),
    drawn: drawn.toSpliced(at, 1),
    next,
  }
}

/** Moves a trigger with its counters to another position; to the end if that is beyond it. */
export function withTriggerMoved(state: TriggerState, from: number, to: number): TriggerState {
  if (from === to) return state
  const list = counted(state)
  const [moved] = list.splice(from, 1)
  list.splice(to, 0, moved!)
  return triggerState(list, state.next)
}
