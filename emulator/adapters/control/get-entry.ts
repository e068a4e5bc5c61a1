import * as v from 'valibot'
import { control } from './definition.ts'
import { findEntry, journalOf } from './journal-query.ts'
import { entryShape } from './list-journal.ts'

export const getEntry = control({
  method: 'GET',
  path: '/journal/:number',
  name: 'get_entry',
  summary: 'One entry of the journal, without secrets.',
  returns: v.strictObject({ entry: entryShape }),
  errors: ['entry_not_found', 'journal_off'],
  handle: ({ emulator, params }) => ({ entry: journalOf(emulator).rendered(findEntry(emulator, params.number)) }),
})
