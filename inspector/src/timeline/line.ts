import type { JournalLine, TimeEntry } from '../../../emulator/engine/journal/journal-entry.ts'

/** A row of the timeline; the entry that it stands for has these fields, too. */
export type Line = JournalLine | TimeEntry

/** `GET`, `CALL` or `DUE`. */
export function formatKind({ via, request }: Line): string {
  if (via === 'socket') return 'CALL'
  return via === 'time' ? 'DUE' : (request?.method ?? '?')
}

/** The request in one line. */
export function formatRequest(line: Line): string {
  if (line.via === 'time') return `${line.unit} of ${line.work.table} ${line.work.id}`
  return line.via === 'http' ? line.request.url : (line.unit ?? '?')
}

export type Outcome = 'success' | 'refused' | 'failed' | 'undelivered' | 'none'

/**
 * `refused`: the client is told no. `failed`: an error of the service. `undelivered`: an answer that its client did not get, or could not
 * read, whatever it was. `none`: there was no answer.
 */
export function classifyOutcome(line: Line): Outcome {
  if (line.via === 'time') return 'success'
  const { error, response, delivery } = line
  if (delivery !== undefined) return 'undelivered'
  if (response === null) return 'none'
  if (response.status >= 500 || error === 'internal_error') return 'failed'
  return error !== null || response.status >= 400 ? 'refused' : 'success'
}

/** The answer in a list: `200`, `not_found`, `200 (answer lost)`. */
export function formatAnswer(line: Line): string {
  if (line.via === 'time') return 'done'
  const { error, response, delivery } = line
  const answer = error ?? (response === null ? 'no answer' : String(response.status))
  return delivery === undefined ? answer : `${answer} (answer ${delivery})`
}

/** Everything that a word may be looked for in, in lower case. */
export function searchText(line: Line): string {
  const { number, via, unit, caller, error, response, clauses, assumptions, triggers, notes } = line
  return [
    number,
    via,
    formatKind(line),
    formatRequest(line),
    unit,
    caller,
    line.via === 'time' ? undefined : line.acting_for,
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
