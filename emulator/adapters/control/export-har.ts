import * as v from 'valibot'
import { harEntry, harText } from '../../engine/journal/har.ts'
import type { JournalEntry } from '../../engine/journal/render.ts'
import { control } from './definition.ts'
import { textsOf } from './entry-texts.ts'
import { jsonInPieces, listText } from './in-pieces.ts'
import { journalFilters, journalOf, matchOf } from './journal-query.ts'

const { via: _via, ...filters } = journalFilters

export const exportHar = control({
  method: 'GET',
  path: '/journal.har',
  name: 'export_har',
  summary: 'The exchanges of the journal as an HTTP archive (HAR 1.2), without secrets. Its times are world time.',
  query: { ...filters, via: v.optional(v.picklist(['http', 'socket'])) },
  returns: v.strictObject({ log: v.looseObject({ version: v.literal('1.2'), entries: v.array(v.looseObject({})) }) }),
  errors: ['journal_off'],
  async handle({ emulator, site, query, origin, prefix }) {
    const shape = (entry: JournalEntry) => harEntry(entry, `${origin}${prefix}`)
    const texts = await textsOf(
      journalOf(emulator),
      matchOf(query),
      { shape: shape as never, exchanges: true },
      site.pause,
    )
    return jsonInPieces(harText(listText(texts)))
  },
})
