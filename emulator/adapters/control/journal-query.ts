import * as v from 'valibot'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { Emulator } from '../../host/emulator.ts'
import { changeMakers, type KeptEntry } from '../../engine/journal/entry.ts'
import type { Journal } from '../../engine/journal/journal.ts'
import type { TimelineMatch } from '../../engine/journal/timeline-filter.ts'
import type { Trace } from '../../engine/trace/trace.ts'
import { ControlError } from './definition.ts'
import { parseQueryNumber } from './query-number.ts'
import { hostOf } from '../../host/instance-of.ts'

const text = v.optional(v.string())

/** Filters of the journal in a query; all that are given must hold. */
export const journalFilters = {
  endpoint: v.optional(v.pipe(v.string(), v.description('`GET /users/me` as sent, or `GET /users/:user_id`.'))),
  command: v.optional(v.pipe(v.string(), v.description('`workflow.list_sessions` or `workflow.*`.'))),
  via: v.optional(
    v.pipe(
      v.picklist(['http', 'socket', 'time', ...changeMakers]),
      v.description(
        '`time`: work that fell due, of a world that is traced. `step`, `trigger`, `test`, `control`, `inspector`, `watch`: who else changed the world.',
      ),
    ),
  ),
  method: text,
  path: text,
  caller: v.optional(v.pipe(v.string(), v.description('Alias of the user.'))),
  status: text,
  delivery: v.optional(
    v.pipe(
      v.string(),
      v.description('`lost`, `dropped`, `reset`, `cut` or `spoiled`: the answer did not reach its client.'),
    ),
  ),
  error: text,
  clause: text,
  assumption: text,
  trigger: text,
}

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

/** The trace, once it is known to reach to the entry. */
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
