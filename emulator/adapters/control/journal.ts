import * as api from '../../host/control-api/journal.ts'
import type { KeptEntry } from '../../engine/journal/entry.ts'
import { type JournalEntry, type JournalLine, type TimelineEntry } from '../../engine/journal/journal-entry.ts'
import type { Journal } from '../../engine/journal/journal.ts'
import { splitWords } from '../../engine/journal/search-words.ts'
import { handle } from './handler.ts'
import { listText, longAnswer, longJson } from './long-answer.ts'
import { entryNumber, findJournal, readMatch } from './journal-query.ts'
import { parseQueryNumber } from './query-number.ts'
import { shownEntries } from './shown-entries.ts'
import { findHeader } from '../../engine/kernel/wire.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { refuseUnknownNames } from '../../host/unknown-names.ts'

export const listJournal = handle(api.listJournal, ({ emulator, query }) => {
  const journal = findJournal(emulator)
  const after = entryNumber('after', query.after) ?? 0
  const limit = parseQueryNumber('limit', query.limit, Infinity, 100_000_000)
  const words = splitWords(query.text ?? '')
  const entries = shownEntries(journal, readMatch(query), { after, limit, words })
  return longJson(listing(query.show === 'lines' ? lines(entries) : entries, journal))
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

export const streamJournal = handle(api.streamJournal, ({ emulator, query, request }) => {
  const journal = findJournal(emulator)
  const after =
    entryNumber('after', query.after) ?? entryNumber('Last-Event-ID', findHeader(request.headers, 'last-event-id'))
  const matches = journal.compileTimelineFilter(readMatch(query))
  return longAnswer('text/event-stream', new FollowedJournal(journal, matches, after ?? journal.last))
})

/**
 * Iterates over the entries after a number, then over new ones as they are recorded. A slow client does not keep
 * entries in memory: it misses those that the journal has dropped.
 */
class FollowedJournal implements AsyncIterableIterator<string> {
  readonly #journal: Journal
  readonly #matches: (entry: KeptEntry) => boolean
  #last: number
  /** Entries that went on after they were sent. */
  readonly #changed = new Set<number>()
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
    this.#stopListening ??= this.#journal.listen(() => this.#wake(), {
      changed: ({ number }) => {
        if (number <= this.#last) this.#changed.add(number)
        this.#wake()
      },
    })
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
    for (const number of this.#changed) {
      this.#changed.delete(number)
      const entry = this.#journal.get(number)
      // Without an id: a client that connects again goes on after the last new one.
      if (entry !== undefined && this.#matches(entry)) return event(this.#journal.rendered(entry), '')
    }
    for (const entry of this.#journal.all(this.#last)) {
      this.#last = entry.number
      if (this.#matches(entry)) return event(this.#journal.rendered(entry))
    }
    return undefined
  }
}

function event(entry: TimelineEntry, id = `id: ${entry.number}\n`): string {
  return `event: exchange\n${id}data: ${JSON.stringify(entry)}\n\n`
}

export const clearJournal = handle(api.clearJournal, ({ emulator }) => {
  const journal = findJournal(emulator)
  const deleted = journal.length
  journal.clear()
  return { deleted }
})

export const verify = handle(api.verify, ({ emulator, body }) => {
  const verdict = findJournal(emulator).verify(body.match, body.times)
  refuseUnknownNames(instanceOf(emulator), body.match, verdict)
  return verdict
})
