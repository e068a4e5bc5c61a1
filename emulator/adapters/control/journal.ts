import * as v from 'valibot'
import type { KeptEntry } from '../../engine/journal/entry.ts'
import {
  changeEntrySchema,
  journalEntrySchema,
  journalLineSchema,
  timeEntrySchema,
  type JournalEntry,
  type JournalLine,
  type TimelineEntry,
} from '../../engine/journal/journal-entry.ts'
import type { Journal } from '../../engine/journal/journal.ts'
import { splitWords } from '../../engine/journal/search-words.ts'
import { control } from './definition.ts'
import { listText, longAnswer, longJson } from './long-answer.ts'
import { entryNumber, journalFilters, findJournal, readMatch } from './journal-query.ts'
import { parseQueryNumber } from './query-number.ts'
import { shownEntries } from './shown-entries.ts'
import { findHeader } from '../../engine/kernel/wire.ts'
import { fields } from '../../engine/checking/strict.ts'
import { matchSchema } from '../../engine/journal/match.ts'
import { timesSchema } from '../../engine/journal/verify.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { refuseUnknownNames } from '../../host/unknown-names.ts'

/** An entry of the journal, as calls answer it. */
export const entryShape = v.union([journalEntrySchema, timeEntrySchema, changeEntrySchema])

export const listJournal = control({
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
  handle({ emulator, query }) {
    const journal = findJournal(emulator)
    const after = entryNumber('after', query.after) ?? 0
    const limit = parseQueryNumber('limit', query.limit, Infinity, 100_000_000)
    const words = splitWords(query.text ?? '')
    const entries = shownEntries(journal, readMatch(query), { after, limit, words })
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
  for (const entry of entries) yield entry.request === null ? entry : withoutDetails(entry)
}

/** An entry without headers, parameters and bodies. */
function withoutDetails({ request: { method, url }, response, ...entry }: JournalEntry): JournalLine {
  if (response === null) return { ...entry, request: { method, url }, response }
  const { headers: _headers, body: _body, ...shown } = response
  return { ...entry, request: { method, url }, response: shown }
}

export const streamJournal = control({
  method: 'GET',
  path: '/journal/stream',
  name: 'stream_journal',
  summary:
    'Entries as they are recorded, as server-sent events `exchange` whose id is the number. `after`, or Last-Event-ID, sends what came since first.',
  query: { ...journalFilters, after: v.optional(v.string()) },
  type: 'text/event-stream',
  errors: ['journal_off'],
  handle({ emulator, query, request }) {
    const journal = findJournal(emulator)
    const after =
      entryNumber('after', query.after) ?? entryNumber('Last-Event-ID', findHeader(request.headers, 'last-event-id'))
    const matches = journal.compileTimelineFilter(readMatch(query))
    return longAnswer('text/event-stream', new FollowedJournal(journal, matches, after ?? journal.last))
  },
})

/**
 * The entries after a number, and then each one when it is recorded. A client that reads slowly holds nothing: what the journal has dropped
 * by then is left out.
 */
class FollowedJournal implements AsyncIterableIterator<string> {
  readonly #journal: Journal
  readonly #matches: (entry: KeptEntry) => boolean
  #last: number
  /** Tells a client that waits for its first byte that the stream is open. */
  #opening: string | undefined = ': open\n\n'
  #isOver = false
  #wake = (): void => {}
  #stopListening: (() => void) | undefined

  constructor(journal: Journal, matches: (entry: KeptEntry) => boolean, after: number) {
    this.#journal = journal
    this.#matches = matches
    this.#last = after
  }

  async next(): Promise<IteratorResult<string>> {
    this.#stopListening ??= this.#journal.listen(() => this.#wake())
    while (!this.#isOver) {
      const text = this.#take()
      if (text !== undefined) return { done: false, value: text }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return { done: true, value: undefined }
  }

  async return(): Promise<IteratorResult<string>> {
    this.#isOver = true
    this.#stopListening?.()
    this.#wake()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #take(): string | undefined {
    const opening = this.#opening
    this.#opening = undefined
    if (opening !== undefined) return opening
    for (const entry of this.#journal.all(this.#last)) {
      this.#last = entry.number
      if (this.#matches(entry)) return event(this.#journal.rendered(entry))
    }
    return undefined
  }
}

function event(entry: TimelineEntry): string {
  return `event: exchange\nid: ${entry.number}\ndata: ${JSON.stringify(entry)}\n\n`
}

export const clearJournal = control({
  method: 'DELETE',
  path: '/journal',
  name: 'clear_journal',
  summary: 'Forgets every entry. Their numbers go on.',
  returns: v.strictObject({ deleted: v.number() }),
  errors: ['journal_off'],
  handle({ emulator }) {
    const journal = findJournal(emulator)
    const deleted = journal.length
    journal.clear()
    return { deleted }
  },
})

export const verify = control({
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
        v.description('Why it cannot be told: the journal no longer has what decides. `ok` is false then.'),
      ),
    ),
    near_misses: v.array(
      v.strictObject({
        entry: entryShape,
        differences: v.array(v.strictObject({ field: v.string(), expected: v.string(), actual: v.string() })),
      }),
    ),
  }),
  errors: ['journal_off'],
  handle({ emulator, body }) {
    const verdict = findJournal(emulator).verify(body.match, body.times)
    refuseUnknownNames(instanceOf(emulator), body.match, verdict)
    return verdict
  },
})
