import * as v from 'valibot'
import { harOf } from '../journal/har.ts'
import { control } from './definition.ts'
import { journalFilters, journalOf, matchOf } from './journal-query.ts'
import type { JournalMatch } from '../journal/match.ts'

const { via: _via, ...filters } = journalFilters

export const exportHar = control({
  method: 'GET',
  path: '/journal.har',
  name: 'export_har',
  summary: 'The exchanges of the journal as an HTTP archive (HAR 1.2), without secrets. Its times are world time.',
  query: { ...filters, via: v.optional(v.picklist(['http', 'socket'])) },
  returns: v.strictObject({ log: v.looseObject({ version: v.literal('1.2'), entries: v.array(v.looseObject({})) }) }),
  errors: ['journal_off'],
  handle: ({ emulator, query, origin, prefix }) => harOf(journalOf(emulator).entries(matchOf(query) as JournalMatch), `${origin}${prefix}`),
})
