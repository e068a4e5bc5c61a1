import { isCommandId } from '../../engine/journal/call-name.ts'
import type { JournalEntry } from '../../engine/journal/journal-entry.ts'
import type { Observed } from './experiment.ts'
import { hasFailed } from './failed-call.ts'
import { isRead } from './points.ts'

/** A failure that a run ignores and the run without a fault does not: a look for a record that is not there yet fails in both. */
export function ignoredFailure(run: Observed, baseline: Observed): string | undefined {
  const ignored = ignoredBy(run)
  if (ignored.length === 0) return undefined
  const usual = ignoredBy(baseline)
  return ignored.find((failure) => !usual.includes(failure))
}

function ignoredBy(run: Observed): string[] {
  if (!run.raw.some(({ failure, response = null }) => hasFailed({ error: failure?.code ?? null, response }))) return []
  const entries = run.entries().filter(({ unit }) => unit !== null)
  // The last success of each call.
  const succeeded = new Map(
    entries.filter((entry) => !hasFailedFor(entry)).map((entry) => [sentBy(entry), entry.number]),
  )
  return entries
    .filter((entry) => hasFailedFor(entry) && (succeeded.get(sentBy(entry)) ?? -1) < entry.number)
    .map(
      ({ unit, error }) => `${unit} failed${error === null ? '' : ` with ${error}`} and was not repeated with success`,
    )
}

/** The parts of a call that a repetition sends again: of a write its path, since its body may change a little; of a read all of it. */
function sentBy({ unit, via, request: { url, body } }: JournalEntry): string {
  const address = via === 'socket' || isCommandId(unit!) ? '' : url
  return JSON.stringify(isRead({ unit: unit! }) ? [unit, address, body] : [unit, address.split('?', 1)[0]])
}

/** Whether a call failed for its client. A file comes whole where only the envelope in its header is broken. */
function hasFailedFor({ error, response }: JournalEntry): boolean {
  if (!hasFailed({ error, response })) return false
  const isDownload = response?.headers['x-response-body'] !== undefined
  return !isDownload || error !== null || !response?.faults?.every((fault) => 'malformed' in fault)
}
