import type { JournalEntry, JournalRequest, JournalResponse } from '../../../emulator/engine/journal/render.ts'

/** An entry of the journal as a list shows it: without headers, parameters and bodies. */
export interface Line extends Omit<JournalEntry, 'via' | 'request' | 'response'> {
  readonly via: JournalEntry['via'] | 'push' | 'time'
  readonly request: Pick<JournalRequest, 'method' | 'url'> | null
  readonly response: Pick<JournalResponse, 'status' | 'faults'> | null
  /** Due work: the record that it was for. */
  readonly work?: { readonly table: string; readonly id: string }
}

/** The whole entry. */
export interface Entry extends Line {
  readonly request: JournalRequest | null
  readonly response: JournalResponse | null
}

/** `GET`, `CALL`, `PUSH` or `DUE`. */
export function formatKind({ via, request }: Line): string {
  if (via === 'socket') return 'CALL'
  if (via === 'push') return 'PUSH'
  return via === 'time' ? 'DUE' : (request?.method ?? '?')
}

/** The request in one line. */
export function formatRequest({ via, unit, request, work }: Line): string {
  if (work !== undefined) return `${unit ?? 'work'} of ${work.table} ${work.id}`
  return via === 'http' ? (request?.url ?? '?') : (unit ?? '?')
}

export type Outcome = 'success' | 'refused' | 'failed' | 'undelivered' | 'none'

/**
 * `refused`: the client is told no. `failed`: an error of the service. `undelivered`: an answer that its client did not get, or could not
 * read, whatever it was. `none`: there was no answer.
 */
export function classifyOutcome({ via, error, response, delivery }: Line): Outcome {
  if (delivery !== undefined) return 'undelivered'
  if (via === 'time' || via === 'push') return 'success'
  if (response === null) return 'none'
  if (response.status >= 500 || error === 'internal_error') return 'failed'
  return error !== null || response.status >= 400 ? 'refused' : 'success'
}

/** The answer in a list: `200`, `not_found`, `200 (answer lost)`. */
export function formatAnswer({ via, error, response, delivery }: Line): string {
  if (via === 'time') return 'done'
  const answer = error ?? (response === null ? 'no answer' : String(response.status))
  return delivery === undefined ? answer : `${answer} (answer ${delivery})`
}

/** Everything that a word may be looked for in, in lower case. */
export function searchText(line: Line): string {
  const { number, via, unit, caller, acting_for, error, response, clauses, assumptions, triggers, notes } = line
  return [
    number,
    via,
    formatKind(line),
    formatRequest(line),
    unit,
    caller,
    acting_for,
    error,
    response?.status,
    formatAnswer(line),
    ...clauses,
    ...assumptions,
    ...triggers,
    ...notes,
  ]
    .join(' ')
    .toLowerCase()
}
