import type { JournalEntry } from '../../engine/journal/render.ts'
import type { Observed } from './experiment.ts'
import { hasFailed } from './failed-call.ts'
import { isRead } from './points.ts'

/** What a run ignores and the run without a fault does not: a look for what is not there yet fails in both. */
export function ignoredFailure(run: Observed, baseline: Observed): string | undefined {
  const ignored = ignoredBy(run)
  if (ignored.length === 0) return undefined
  const usual = ignoredBy(baseline)
  return ignored.find((failure) => !usual.includes(failure))
}

function ignoredBy(run: Observed): string[] {
  if (!run.raw.some(({ failure, response = null }) => hasFailed({ error: failure?.code ?? null, response }))) return []
  const entries = run.entries().filter(({ unit }) => unit !== null)
  // Of each call, where it last went well.
  const succeeded = new Map(entries.filter((entry) => !hasFailed(entry)).map((entry) => [callOf(entry), entry.number]))
  return entries
    .filter((entry) => hasFailed(entry) && (succeeded.get(callOf(entry)) ?? -1) < entry.number)
    .map(
      ({ unit, error }) => `${unit} failed${error === null ? '' : ` with ${error}`} and was not repeated with success`,
    )
}

/** What a repetition has in common with the call: a write may say a little else the next time, another read is another question. */
function callOf({ unit, request: { params, body } }: JournalEntry): string {
  return JSON.stringify([unit, params, isRead({ unit: unit! }) ? body : null])
}
