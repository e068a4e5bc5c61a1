import type { JournalEntry } from '../../engine/journal/render.ts'
import type { Observed } from './experiment.ts'
import type { Plan } from './fault.ts'
import { isRead } from './points.ts'

/** Whether a run read of what becomes another both before and after: only then its output can say of the two what was never true at once. */
export function readsBoth({ mixes = [] }: Pick<Plan, 'mixes'>, run: Observed): boolean {
  const entries = run.entries()
  const changed = whereItActed(run.acted, entries)
  const reads = entries
    .map((entry, place) => ({ entry, place }))
    .filter(({ entry }) => isLook(entry) && names(entry, mixes))
  return reads.some(({ place }) => place <= changed) && reads.some(({ place }) => place > changed)
}

/** Whether a run was shown the work again that it began and that failed: of what it did not look at it cannot say how it went. */
export function saysWhatBecameOfIt(run: Observed): boolean {
  const entries = run.entries()
  const begun = whereItActed(run.acted, entries)
  const { operation, execution } = fieldsOf(entries[begun]?.response?.body) as {
    operation?: { id: string; target_id: string | null }
    execution?: { id: string }
  }
  const ids = [operation?.id, operation?.target_id, execution?.id].filter((id) => typeof id === 'string')
  return entries.slice(begun + 1).some((entry) => {
    const shown = JSON.stringify(entry.response?.body) ?? ''
    return isLook(entry) && ids.some((id) => shown.includes(id))
  })
}

/** The place of the first call that the experiment acted on; -1 where there is none. */
function whereItActed(acted: ReadonlySet<string>, entries: readonly JournalEntry[]): number {
  return entries.findIndex(({ triggers }) => triggers.some((name) => acted.has(name)))
}

function isLook({ unit }: JournalEntry): boolean {
  return unit !== null && isRead({ unit })
}

function names({ request: { params, body } }: JournalEntry, sent: readonly string[]): boolean {
  return [...Object.values(params), ...Object.values(fieldsOf(body))].some((value) => sent.includes(value as string))
}

function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}
