import { answeredText } from '../../../emulator/engine/journal/delivery-text.ts'
import { isSafe } from '../is-safe.ts'
import type { ChangeEntry, JournalLine, TimeEntry } from '../../../emulator/engine/journal/journal-entry.ts'
import type { ShownStep } from '../../../emulator/scenario/shown-bundle.ts'
import { formatDueWork } from './format-due-work.ts'

/** A row of the timeline. Full entries have its fields, too. In the record of a replay it has the step that made it. */
export type Line = (JournalLine | TimeEntry | ChangeEntry) & {
  readonly step?: ShownStep | undefined
  /** Path and query as the client asked for them, where the page mocks the API elsewhere than at `/v1`. */
  readonly asked?: string
  /** All due work that the row stands for, itself included. */
  readonly due?: readonly Line[]
}

/** Formats the kind of a line: `GET`, `CALL`, `DUE`, or `SET` for a change that no request made. */
export function formatKind({ via, request }: Line): string {
  if (request === null) return via === 'time' ? 'DUE' : 'SET'
  return via === 'socket' ? 'CALL' : request.method
}

/** Formats the request in one line. */
export function formatRequest(line: Line): string {
  if ('did' in line) return line.more === undefined ? line.did : `${line.did}, and ${line.more} more`
  if (line.via === 'time') return formatDueWork(line, line.due as readonly TimeEntry[] | undefined)
  return line.via === 'http' ? (line.asked ?? line.request.url) : (line.unit ?? '?')
}

/**
 * True if records or world time may be others since an entry: after due work, a change or a trigger, and after a request
 * that was not refused, unless it only reads.
 */
export function mayHaveChanged({ request, unit, error, triggers }: Line): boolean {
  return request === null || triggers.length > 0 || (unit !== null && error === null && !isSafe(unit))
}

export type Outcome = 'success' | 'refused' | 'failed' | 'undelivered' | 'held' | 'none'

/**
 * Classifies an answer. `refused`: an error of the client. `failed`: an error of the service. `undelivered`: any answer
 * that the client did not get or could not read. `held`: it waits. `none`: no answer.
 */
export function classifyOutcome(line: Line): Outcome {
  if (line.request === null) return 'success'
  const { error, response, delivery } = line
  if (delivery !== undefined) return delivery === 'held' ? 'held' : 'undelivered'
  if (response === null) return 'none'
  if (response.status >= 500 || error === 'internal_error') return 'failed'
  return error !== null || response.status >= 400 ? 'refused' : 'success'
}

/** Formats the answer for a list: `200`, `404 org_not_found`, `200 (answer lost)`, `(held)`. */
export function formatAnswer(line: Line): string {
  if (line.request === null) return 'done'
  return answeredText(line)
}

/** Searchable text of a line, in lower case. */
export function searchText(line: Line): string {
  const { number, via, unit, caller, clauses, assumptions, triggers, notes } = line
  return [
    number,
    via,
    formatKind(line),
    formatRequest(line),
    unit,
    caller,
    line.request === null ? undefined : line.acting_for,
    formatAnswer(line),
    ...clauses,
    ...assumptions,
    ...triggers,
    ...notes,
  ]
    .join(' ')
    .toLowerCase()
}
