import type { JournalEntry } from '../../engine/journal/journal-entry.ts'
import type { Observed } from '../engine/world-subject.ts'
import { isRead } from './points.ts'

/** True if a run read a record by one of these names both before and after the name changed its meaning. */
export function readsBoth(names: readonly string[], run: Observed): boolean {
  const entries = run.entries()
  const struck = findFirstStruck(run.acted, entries)
  const places = entries.flatMap((entry, place) => (isLook(entry) && sends(entry, names) ? [place] : []))
  return places.some((place) => place <= struck) && places.some((place) => place > struck)
}

/** Index of the first call at which a trigger of the experiment fired; -1 if there is none. */
export function findFirstStruck(acted: ReadonlySet<string>, entries: readonly JournalEntry[]): number {
  return entries.findIndex(({ triggers }) => triggers.some((name) => acted.has(name)))
}

export function isLook({ unit }: JournalEntry): boolean {
  return unit !== null && isRead({ unit })
}

function sends({ request: { params, body } }: JournalEntry, names: readonly string[]): boolean {
  return [...Object.values(params), ...Object.values(readFields(body))].some((value) => names.includes(value as string))
}

export function readFields(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}
