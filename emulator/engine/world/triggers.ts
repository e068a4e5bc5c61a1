/** A trigger in force. What it says is not the world's business: `triggers/` checks and reads it. */
export interface TriggerEntry {
  readonly id: string
  readonly trigger: Readonly<Record<string, unknown>>
}

/**
 * Triggers are a part of the state: they fork, snapshot, restore, reset and export with it. Never changed, only replaced. The counts stand
 * apart, each list by the position of the entry, so that a request writes them at once, however many triggers are about it.
 */
export interface TriggerState {
  readonly entries: readonly TriggerEntry[]
  /** Requests that each is about. */
  readonly matched: readonly number[]
  /** Times that each acted. */
  readonly fired: readonly number[]
  /** Why a change of its last firing could not be made; null when all were. */
  readonly problems: readonly (string | null)[]
  /** Number that the next trigger is named by. */
  readonly next: number
}

export const noTriggers: TriggerState = Object.freeze({
  entries: Object.freeze([]),
  matched: Object.freeze([]),
  fired: Object.freeze([]),
  problems: Object.freeze([]),
  next: 1,
})

/** A trigger with its counts. */
export interface CountedTrigger extends TriggerEntry {
  readonly matched: number
  readonly fired: number
  readonly problem: string | null
}

/** The triggers with their counts, as reports and exports show them. */
export function counted({ entries, matched, fired, problems }: TriggerState): CountedTrigger[] {
  return entries.map(({ id, trigger }, i) => ({
    id,
    trigger,
    matched: matched[i]!,
    fired: fired[i]!,
    problem: problems[i]!,
  }))
}

/** The state that `counted` showed. */
export function triggerState(list: readonly CountedTrigger[], next: number): TriggerState {
  return {
    entries: list.map(({ id, trigger }) => ({ id, trigger })),
    matched: list.map(({ matched }) => matched),
    fired: list.map(({ fired }) => fired),
    problems: list.map(({ problem }) => problem),
    next,
  }
}

/** With triggers that nothing was about yet, after those there are. */
export function withTriggers(
  { entries, matched, fired, problems, next }: TriggerState,
  added: readonly TriggerEntry[],
): TriggerState {
  const zeros = added.map(() => 0)
  return {
    entries: [...entries, ...added],
    matched: [...matched, ...zeros],
    fired: [...fired, ...zeros],
    problems: [...problems, ...added.map(() => null)],
    next: next + added.length,
  }
}

/** With another trigger at a position, which keeps its id and its counts. */
export function withTriggerAt(state: TriggerState, at: number, trigger: TriggerEntry['trigger']): TriggerState {
  return { ...state, entries: state.entries.with(at, { id: state.entries[at]!.id, trigger }) }
}

/** Without the trigger at a position. */
export function withoutTrigger({ entries, matched, fired, problems, next }: TriggerState, at: number): TriggerState {
  return {
    entries: entries.toSpliced(at, 1),
    matched: matched.toSpliced(at, 1),
    fired: fired.toSpliced(at, 1),
    problems: problems.toSpliced(at, 1),
    next,
  }
}
