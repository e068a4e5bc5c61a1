/** Firing of schedules: pure functions, in milliseconds of world time. */
interface ScheduleState {
  readonly enabled: boolean
  readonly periodMs: number
}

interface ScheduleChanges {
  /** Time at which the firing was due; undefined for none. */
  readonly fireAt: number | undefined
  /**
   * Time at which the next one is due, counted from the time at which this one was due, so that periods never drift.
   */
  readonly nextAt: number | undefined
}

export function step({ enabled, periodMs }: ScheduleState, { dueMs }: { readonly dueMs: number }): ScheduleChanges {
  return enabled ? { fireAt: dueMs, nextAt: dueMs + periodMs } : { fireAt: undefined, nextAt: undefined }
}
