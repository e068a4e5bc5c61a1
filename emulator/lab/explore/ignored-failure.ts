import { isCommandId } from '../../engine/journal/call-name.ts'
import type { JournalEntry } from '../../engine/journal/journal-entry.ts'
import type { Observed } from '../engine/world-subject.ts'
import { hasFailed } from '../engine/failed-call.ts'
import { isRead } from './points.ts'

/**
 * A failed call that was not repeated with success, although the run without a fault had no such failure. Looking for a
 * record that does not exist yet fails in both.
 */
export function findIgnoredFailure(run: Observed, baseline: Observed): string | undefined {
  const ignored = ignoredBy(run)
  if (ignored.length === 0) return undefined
  const usual = ignoredBy(baseline)
  return ignored.find((failure) => !usual.includes(failure))
}

function ignoredBy(run: Observed): string[] {
  if (!run.calls.some(({ failure, response = null }) => hasFailed({ error: failure?.code ?? null, response })))
    return []
  const entries = run.entries().filter(({ unit }) => unit !== null)
  // Last success of each call.
  const succeeded = new Map(
    entries.filter((entry) => !hasFailedFor(entry)).map((entry) => [repetitionKey(entry), entry.number]),
  )
  return entries
    .filter(
      (entry) =>
        hasFailedFor(entry) &&
        !isSeenLater(entry, entries) &&
        (succeeded.get(repetitionKey(entry)) ?? -1) < entry.number,
    )
    .map(
      ({ unit, error }) => `${unit} failed${error === null ? '' : ` with ${error}`} and was not repeated with success`,
    )
}

/** True if a later answer shows the record that a write made whose own answer was lost: its client looked. */
function isSeenLater({ number, unit, error, response }: JournalEntry, entries: readonly JournalEntry[]): boolean {
  const id = error === null && !isRead({ unit: unit! }) ? firstId(response) : undefined
  return (
    id !== undefined &&
    entries.some(
      (later) =>
        later.number > number && !hasFailedFor(later) && JSON.stringify(later.response?.body ?? null).includes(id),
    )
  )
}

const firstId = (response: JournalEntry['response']): string | undefined =>
  /"id":("[^"]+")/.exec(JSON.stringify(response?.body ?? null))?.[1]

/**
 * Identity of a call for repetitions: the path of a write, because its body may change slightly; path and body of a
 * read.
 */
function repetitionKey({ unit, via, request: { url, body } }: JournalEntry): string {
  const address = via === 'socket' || isCommandId(unit!) ? '' : url
  return JSON.stringify(isRead({ unit: unit! }) ? [unit, address, body] : [unit, address.split('?', 1)[0]])
}

/** True if a call failed for its client. A download whose envelope header is broken still arrives whole. */
function hasFailedFor({ error, response }: JournalEntry): boolean {
  if (!hasFailed({ error, response })) return false
  const isDownload = response?.headers['x-response-body'] !== undefined
  return !isDownload || error !== null || !response?.faults?.every((fault) => 'malformed' in fault)
}
