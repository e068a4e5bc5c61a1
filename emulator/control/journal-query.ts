import * as v from 'valibot'
import { EmulatorError } from '../diagnostics/emulator-error.ts'
import type { Emulator } from '../host/emulator.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalMatch } from '../journal/match.ts'
import { ControlError } from './definition.ts'
import { numberIn } from './records.ts'
import { hostOf } from '../host/instance-of.ts'

const text = v.optional(v.string())

/** Filters of the journal in a query; all that are given must hold. */
export const journalFilters = {
  endpoint: v.optional(v.pipe(v.string(), v.description('`GET /users/me` as sent, or `GET /users/:user_id`.'))),
  command: v.optional(v.pipe(v.string(), v.description('`workflow.list_sessions` or `workflow.*`.'))),
  via: v.optional(v.picklist(['http', 'socket'])),
  method: text,
  path: text,
  caller: v.optional(v.pipe(v.string(), v.description('Alias of the user.'))),
  status: text,
  error: text,
  clause: text,
  assumption: text,
  trigger: text,
}

type Filters = { readonly [F in keyof typeof journalFilters]?: string | undefined }

export function matchOf(query: Filters): JournalMatch {
  const match: Record<string, unknown> = {}
  for (const name of Object.keys(journalFilters) as (keyof Filters)[]) {
    if (query[name] !== undefined) match[name] = name === 'status' ? numberIn('status', query[name], 0, 999) : query[name]
  }
  return match as JournalMatch
}

/** The number of an entry, as `after` of a query or `Last-Event-ID` of a stream name it. */
export function entryNumber(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  if (/^\d{1,15}$/.test(given)) return Number(given)
  throw new EmulatorError(`${name}: expected the number of an entry, got '${given}'`)
}

export function journalOf(emulator: Emulator): Journal {
  if (hostOf(emulator).journal !== undefined) return emulator.journal
  throw new ControlError('journal_off', 'This emulator keeps no journal.')
}
