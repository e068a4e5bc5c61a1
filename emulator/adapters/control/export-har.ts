import * as v from 'valibot'
import { harEntry, harText } from '../../engine/journal/har.ts'
import type { JournalEntry } from '../../engine/journal/render.ts'
import { control } from './definition.ts'
import { listText, longJson } from './long-answer.ts'
import { journalFilters, journalOf, matchOf } from './journal-query.ts'
import { shownEntries } from './shown-entries.ts'

const { via: _via, ...filters } = journalFilters

export const exportHar = control({
  method: 'GET',
  path: '/journal.har',
  name: 'export_har',
  summary: 'The exchanges of the journal as an HTTP archive (HAR 1.2), without secrets. Its times are world time.',
  query: { ...filters, via: v.optional(v.picklist(['http', 'socket'])) },
  returns: v.strictObject({ log: v.looseObject({ version: v.literal('1.2'), entries: v.array(v.looseObject({})) }) }),
  errors: ['journal_off'],
  handle({ emulator, query, origin, prefix }) {
    const entries = shownEntries(journalOf(emulator), matchOf(query), { exchanges: true })
    return longJson(harText(listText(harEntries(entries as Iterable<JournalEntry>, `${origin}${prefix}`))))
  },
})

function* harEntries(entries: Iterable<JournalEntry>, base: string): Generator<object, void> {
  for (const entry of entries) yield harEntry(entry, base)
}
