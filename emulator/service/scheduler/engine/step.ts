/** How a schedule fires: pure, in milliseconds of world time. */
interface ScheduleState {
  readonly enabled: boolean
  readonly periodMs: number
}

interface ScheduleChanges {
  /** When the firing was due; undefined when there is none. */
  readonly fireAt: number | undefined
  /** When the next one is due. Counted from when this one was due, so that periods never drift. */
  readonly nextAt: number | undefined
}

export function step({ enabled, periodMs }: ScheduleState, { dueMs }: { readonly dueMs: number }): ScheduleChanges {
  return enabled ? { fireAt: dueMs, nextAt: dueMs + periodMs } : { fireAt: undefined, nextAt: undefined }
}
