import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { Emulator } from '../../host/emulator.ts'
import { type KeptEntry } from '../../engine/journal/entry.ts'
import type { Journal } from '../../engine/journal/journal.ts'
import type { TimelineMatch } from '../../engine/journal/timeline-filter.ts'
import type { Trace } from '../../engine/trace/trace.ts'
import { journalFilters } from '../../host/control-api/journal.ts'
import { ControlError } from './handler.ts'
import { parseQueryNumber } from './query-number.ts'
import { hostOf } from '../../host/instance-of.ts'

type Filters = { readonly [F in keyof typeof journalFilters]?: string | undefined }

export function readMatch(query: Filters): TimelineMatch {
  const match: Record<string, unknown> = {}
  for (const name of Object.keys(journalFilters) as (keyof Filters)[]) {
    if (query[name] !== undefined)
      match[name] = name === 'status' ? parseQueryNumber('status', query[name], 0, 999) : query[name]
  }
  return match as TimelineMatch
}

/** The number of an entry, as `after` of a query or `Last-Event-ID` of a stream name it. */
export function entryNumber(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  if (/^\d{1,15}$/.test(given)) return Number(given)
  throw new EmulatorError(`${name}: expected the number of an entry, got '${given}'`)
}

/** The entry that a path names, with its secrets. */
export function findEntry(emulator: Emulator, given: string): KeptEntry {
  const journal = findJournal(emulator)
  const number = entryNumber('number', given)!
  const entry = journal.get(number)
  if (entry !== undefined) return entry
  const kept = journal.length === 0 ? 'it is empty' : `it holds ${journal.first} to ${journal.last}`
  throw new ControlError('entry_not_found', `The journal has no entry ${number}; ${kept}.`)
}

/** Checks that the trace has the entry, and returns both. */
export function tracedAt(emulator: Emulator, given: string): { trace: Trace; number: number } {
  const { number } = findEntry(emulator, given)
  const { tracer } = hostOf(emulator)
  if (tracer === undefined)
    throw new ControlError('trace_off', 'This emulator keeps no trace: create it with `trace: true`.')
  if (!tracer.keeps(number)) throw new ControlError('trace_not_kept', `The trace of entry ${number} is no longer kept.`)
  return { trace: emulator.trace, number }
}

export function findJournal(emulator: Emulator): Journal {
  if (hostOf(emulator).journal !== undefined) return emulator.journal
  throw new ControlError('journal_off', 'This emulator keeps no journal.')
}
