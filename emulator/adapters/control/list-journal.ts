import * as v from 'valibot'
import type { Journal, TimelineEntry } from '../../engine/journal/journal.ts'
import { wordsOf } from '../../engine/journal/words.ts'
import { control } from './definition.ts'
import { listText, longJson } from './long-answer.ts'
import { entryNumber, journalFilters, journalOf, matchOf } from './journal-query.ts'
import { numberIn } from './records.ts'
import { shownEntries } from './shown-entries.ts'

export const entryShape = v.looseObject({ number: v.number(), unit: v.nullable(v.string()) })

export const listJournal = control({
  method: 'GET',
  path: '/journal',
  name: 'list_journal',
  summary: 'What came in and what went out, oldest first, without secrets; `next` is the `after` of what comes later.',
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
    entries: v.array(entryShape),
    next: v.pipe(v.number(), v.description('Number of the last entry recorded.')),
    dropped: v.pipe(v.number(), v.description('Entries that were recorded and are no longer kept.')),
  }),
  errors: ['journal_off'],
  handle({ emulator, query }) {
    const journal = journalOf(emulator)
    const after = entryNumber('after', query.after) ?? 0
    const limit = numberIn('limit', query.limit, Infinity, 100_000_000)
    const words = wordsOf(query.text ?? '')
    const entries = shownEntries(journal, matchOf(query), { after, limit, words })
    return longJson(listing(query.show === 'lines' ? lines(entries) : entries, journal))
  },
})

function* listing(entries: Iterable<object>, journal: Journal): Generator<string, void> {
  const { last } = journal
  yield '{"entries":'
  yield* listText(entries)
  yield `,"next":${last},"dropped":${journal.dropped}}`
}

function* lines(entries: Iterable<TimelineEntry>): Generator<object, void> {
  for (const entry of entries) yield lineOf(entry)
}

/** An entry without what only its own page shows. */
function lineOf({ request, response, ...entry }: TimelineEntry): object {
  return {
    ...entry,
    request: request === null ? null : { method: request.method, url: request.url },
    response:
      response === null
        ? null
        : { status: response.status, ...(response.faults !== undefined && { faults: response.faults }) },
  }
}
