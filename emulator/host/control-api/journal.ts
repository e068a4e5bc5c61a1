import * as v from 'valibot'
import { call } from './call.ts'
import { fields } from '../../engine/checking/strict.ts'
import { changeMakers } from '../../engine/journal/entry.ts'
import {
  changeEntrySchema,
  journalEntrySchema,
  journalLineSchema,
  timeEntrySchema,
} from '../../engine/journal/journal-entry.ts'
import { matchSchema } from '../../engine/journal/match.ts'
import { timesSchema } from '../../engine/journal/verify.ts'

/** An entry of the journal, as calls answer it. */
export const entryShape = v.union([journalEntrySchema, timeEntrySchema, changeEntrySchema])

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

export const listJournal = call({
  method: 'GET',
  path: '/journal',
  name: 'list_journal',
  summary:
    'What came in, what went out and what else changed the world, oldest first, without secrets; `next` is the `after` of what comes later.',
  query: {
    ...journalFilters,
    text: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(200),
        v.description(
          'Words that are all in the entry as it is shown, headers and bodies included, in upper or lower case.',
        ),
      ),
    ),
    after: v.optional(v.pipe(v.string(), v.description('Only entries after this number.'))),
    limit: v.optional(
      v.pipe(v.string(), v.description('At most so many, the newest of them. Default all that are kept.')),
    ),
    show: v.optional(
      v.pipe(
        v.picklist(['all', 'lines']),
        v.description('`lines`: without headers, parameters and bodies, as a list shows them. Default: all.'),
      ),
    ),
  },
  returns: v.strictObject({
    entries: v.array(v.union([journalEntrySchema, journalLineSchema, timeEntrySchema, changeEntrySchema])),
    next: v.pipe(v.number(), v.description('Number of the last entry recorded.')),
    dropped: v.pipe(v.number(), v.description('Entries that were recorded and are no longer kept.')),
  }),
  errors: ['journal_off'],
})

export const streamJournal = call({
  method: 'GET',
  path: '/journal/stream',
  name: 'stream_journal',
  summary:
    'Entries as they are recorded, as server-sent events `exchange` whose id is the number; one that goes on (it was held, or its client left) comes again, without an id. `after`, or Last-Event-ID, sends what came since first.',
  query: { ...journalFilters, after: v.optional(v.string()) },
  type: 'text/event-stream',
  errors: ['journal_off'],
})

export const clearJournal = call({
  method: 'DELETE',
  path: '/journal',
  name: 'clear_journal',
  summary: 'Forgets every entry. Their numbers go on.',
  returns: v.strictObject({ deleted: v.number() }),
  errors: ['journal_off'],
})

export const verify = call({
  method: 'POST',
  path: '/verify',
  name: 'verify',
  summary:
    'Whether what `match` means happened as often as `times` says (at least once, by default), with what came nearest and the fields that differed.',
  body: fields({ match: matchSchema, times: v.optional(timesSchema) }),
  returns: v.strictObject({
    ok: v.boolean(),
    count: v.number(),
    expected: v.string(),
    undecided: v.optional(
      v.pipe(
        v.string(),
        v.description('Why there is no verdict: the journal no longer has what decides. `ok` is false then.'),
      ),
    ),
    near_misses: v.array(
      v.strictObject({
        entry: journalEntrySchema,
        differences: v.array(v.strictObject({ field: v.string(), expected: v.string(), actual: v.string() })),
      }),
    ),
  }),
  errors: ['journal_off'],
})
