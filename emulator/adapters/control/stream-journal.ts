import * as v from 'valibot'
import type { Pause } from '../../engine/checking/sliced.ts'
import type { AnyEntry, Journal, TimelineEntry, TimelineMatch } from '../../engine/journal/journal.ts'
import { headerOf, type OpenStream } from '../../engine/kernel/wire.ts'
import { control, Raw } from './definition.ts'
import { inSlices } from './in-slices.ts'
import { entryNumber, journalFilters, journalOf, matchOf } from './journal-query.ts'
import { openStream } from './open-stream.ts'

export const streamJournal = control({
  method: 'GET',
  path: '/journal/stream',
  name: 'stream_journal',
  summary:
    'Entries as they are recorded, as server-sent events `exchange` whose id is the number. `after`, or Last-Event-ID, sends what came since first.',
  query: { ...journalFilters, after: v.optional(v.string()) },
  type: 'text/event-stream',
  errors: ['journal_off'],
  handle({ emulator, site, query, request }) {
    const after =
      entryNumber('after', query.after) ?? entryNumber('Last-Event-ID', headerOf(request.headers, 'last-event-id'))
    const stream = streamOf(journalOf(emulator), matchOf(query), after, site.pause)
    return new Raw({
      status: 200,
      headers: ['content-type', 'text/event-stream', 'cache-control', 'no-store'],
      body: null,
      stream,
    })
  },
})

function streamOf(journal: Journal, match: TimelineMatch, after: number | undefined, pause: Pause): OpenStream {
  const isMeant = journal.timelineMeaning(match)
  return openStream((sink) => {
    // Tells a client that waits for its first byte that the stream is open.
    sink.write(': open\n\n')
    let over = false
    let stop: (() => void) | undefined
    const send = (entry: AnyEntry): void => {
      if (!over && isMeant(entry)) sink.write(event(journal.rendered(entry)))
    }
    const follow = (last: number): void => {
      if (over) return
      for (const entry of journal.all(last)) send(entry)
      stop = journal.listen(send)
    }
    if (after === undefined) follow(journal.last)
    else void sendSince(journal, after, pause, send).then(follow)
    return () => {
      over = true
      stop?.()
    }
  })
}

/** Sends the entries after a number, with pauses in which others are served. Gives the number of the last. */
async function sendSince(
  journal: Journal,
  after: number,
  pause: Pause,
  send: (entry: AnyEntry) => void,
): Promise<number> {
  let last = after
  for await (const entry of inSlices(journal.all(after), pause)) {
    last = entry.number
    send(entry)
  }
  return last
}

function event(entry: TimelineEntry): string {
  return `event: exchange\nid: ${entry.number}\ndata: ${JSON.stringify(entry)}\n\n`
}
