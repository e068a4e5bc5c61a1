import { isoTime } from '../world/clock.ts'
import type { Pending } from '../world/tables/pending.ts'

/** Work that fell due, as the journal keeps it. */
export interface WorkEntry {
  readonly number: number
  readonly via: 'time'
  readonly work: Pending
  /** World time when it was done, milliseconds since 1970. */
  readonly at: number
  /** Further pieces that are told with this one. */
  readonly more: number
  readonly size: 0
}

/** Work that fell due, as the journal shows it: nobody asked, and nothing was answered. */
export interface TimeEntry {
  readonly number: number
  /** World time when it was done, ISO 8601. */
  readonly at: string
  readonly via: 'time'
  /** `operation.finish`, `execution.step` or `schedule.fire`. */
  readonly unit: string
  /** The record that the work was for. */
  readonly work: { readonly table: string; readonly id: string }
  /** Further pieces that fell due after it, when time moved far at once: what they changed is told with this one. */
  readonly more?: number
  readonly caller: null
  readonly request: null
  readonly response: null
  readonly error: null
  readonly duration: { readonly world_ms: 0; readonly real_ms: 0 }
  readonly clauses: readonly string[]
  readonly assumptions: readonly string[]
  readonly triggers: readonly string[]
  readonly notes: readonly string[]
  /** The world has gone back to where this had not happened. */
  readonly other_branch?: true
}

export function renderWork({ number, at, more, work: { task, subject, subject_id: id } }: WorkEntry): TimeEntry {
  return {
    number,
    at: isoTime(at),
    via: 'time',
    unit: task,
    work: { table: subject, id },
    ...(more > 0 && { more }),
    caller: null,
    request: null,
    response: null,
    error: null,
    duration: { world_ms: 0, real_ms: 0 },
    clauses: [],
    assumptions: [],
    triggers: [],
    notes: [],
  }
}
