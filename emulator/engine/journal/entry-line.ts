import { answeredText } from './delivery-text.ts'
import type { JournalEntry } from './journal-entry.ts'

/** A request with its answer in a line: `GET /v1/orgs/acme  404 org_not_found  ada`. */
export function entryLine(entry: JournalEntry): string {
  const { request, caller, acting_for: human, unit, via } = entry
  const asked = via === 'socket' ? `call ${unit ?? '?'}` : `${request.method} ${request.url}`
  return [
    asked,
    answeredText(entry),
    `${caller ?? 'nobody'}${human === undefined ? '' : `, acting for ${human}`}`,
  ].join('  ')
}
