import * as v from 'valibot'
import type { AnyEntry, Journal, TimelineEntry } from '../../engine/journal/journal.ts'
import { headerOf } from '../../engine/kernel/wire.ts'
import { control } from './definition.ts'
import { entryNumber, journalFilters, journalOf, matchOf } from './journal-query.ts'
import { longAnswer } from './long-answer.ts'

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
    const journal = journalOf(emulator)
    const after =
      entryNumber('after', query.after) ?? entryNumber('Last-Event-ID', headerOf(request.headers, 'last-event-id'))
    const isMeant = journal.timelineMeaning(matchOf(query))
    return longAnswer('text/event-stream', new FollowedJournal(journal, isMeant, after ?? journal.last))
  },
})

/**
 * The entries after a number, and then each one when it is recorded. A client that reads slowly holds nothing: what the journal has dropped
 * by then is left out.
 */
class FollowedJournal implements AsyncIterableIterator<string> {
  readonly #journal: Journal
  readonly #isMeant: (entry: AnyEntry) => boolean
  #last: number
  /** Tells a client that waits for its first byte that the stream is open. */
  #opening: string | undefined = ': open\n\n'
  #isOver = false
  #wake = (): void => {}
  #stopListening: (() => void) | undefined

  constructor(journal: Journal, isMeant: (entry: AnyEntry) => boolean, after: number) {
    this.#journal = journal
    this.#isMeant = isMeant
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
      if (this.#isMeant(entry)) return event(this.#journal.rendered(entry))
    }
    return undefined
  }
}

function event(entry: TimelineEntry): string {
  return `event: exchange\nid: ${entry.number}\ndata: ${JSON.stringify(entry)}\n\n`
}
