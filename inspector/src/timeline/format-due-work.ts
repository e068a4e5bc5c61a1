import { plural } from '../../../emulator/engine/checking/plural.ts'
import type { TimeEntry } from '../../../emulator/engine/journal/journal-entry.ts'

/** Words for due work by its unit. */
const dueWords: Readonly<Record<string, { readonly noun: string; readonly done: string }>> = {
  'operation.finish': { noun: 'operation', done: ' finished' },
  'execution.step': { noun: 'execution step', done: '' },
  'schedule.fire': { noun: 'schedule', done: ' fired' },
}

/** Formats the due work of a row: `operation finished 1db7…`, `92 operations finished, 1 schedule fired`. */
export function formatDueWork(first: TimeEntry, due: readonly TimeEntry[] = [first]): string {
  const counts = new Map<string, number>()
  for (const { unit, more = 0 } of due) counts.set(unit, (counts.get(unit) ?? 0) + 1 + more)
  const only = counts.size === 1 && counts.get(first.unit) === 1
  return [...counts]
    .map(([unit, count]) => {
      const { noun, done } = dueWords[unit] ?? { noun: unit, done: '' }
      return only ? `${noun}${done} ${first.work.id}` : `${plural(count, noun)}${done}`
    })
    .join(', ')
}
