import type { Journal, TimelineEntry, TimelineMatch } from '../journal/journal.ts'
import { headerOf, type WireStream } from '../kernel/wire.ts'
import * as v from 'valibot'
import { control, Raw } from './definition.ts'
import { entryNumber, journalFilters, journalOf, matchOf } from './journal-query.ts'

export const streamJournal = control({
  method: 'GET',
  path: '/journal/stream',
  name: 'stream_journal',
  summary: 'Entries as they are recorded, as server-sent events `exchange` whose id is the number. `after`, or Last-Event-ID, sends what came since first.',
  query: { ...journalFilters, after: v.optional(v.string()) },
  type: 'text/event-stream',
  errors: ['journal_off'],
  handle({ emulator, query, request }) {
    const after = entryNumber('after', query.after) ?? entryNumber('Last-Event-ID', headerOf(request.headers, 'last-event-id'))
    const stream = streamOf(journalOf(emulator), matchOf(query), after)
    return new Raw({ status: 200, headers: ['content-type', 'text/event-stream', 'cache-control', 'no-store'], body: null, stream })
  },
})

function streamOf(journal: Journal, match: TimelineMatch, after: number | undefined): WireStream {
  const isMeant = journal.timelineMeaning(match)
  return (sink) => {
    // Tells a client that waits for its first byte that the stream is open.
    sink.write(': open\n\n')
    if (after !== undefined) for (const entry of journal.timeline(match, after)) sink.write(event(entry))
    return journal.listen((entry) => {
      if (isMeant(entry)) sink.write(event(journal.rendered(entry)))
    })
  }
}

function event(entry: TimelineEntry): string {
  return `event: exchange\nid: ${entry.number}\ndata: ${JSON.stringify(entry)}\n\n`
}
