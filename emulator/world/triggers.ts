/** A trigger in force and how often it was met. What it says is not the world's business: `triggers/` checks and reads it. */
export interface TriggerEntry {
  readonly id: string
  readonly trigger: Readonly<Record<string, unknown>>
  /** Requests that it is about. */
  readonly matched: number
  /** Times that it acted. */
  readonly fired: number
  /** Why a change of its last firing could not be made; null when all were. */
  readonly problem: string | null
}

/** Triggers are a part of the state: they fork, snapshot, restore, reset and export with it. Never changed, only replaced. */
export interface TriggerState {
  readonly entries: readonly TriggerEntry[]
  /** Number that the next trigger is named by. */
  readonly next: number
}

export const noTriggers: TriggerState = Object.freeze({ entries: Object.freeze([]), next: 1 })
