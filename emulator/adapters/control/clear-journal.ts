import * as v from 'valibot'
import { control } from './definition.ts'
import { journalOf } from './journal-query.ts'

export const clearJournal = control({
  method: 'DELETE',
  path: '/journal',
  name: 'clear_journal',
  summary: 'Forgets every entry. Their numbers go on.',
  returns: v.strictObject({ deleted: v.number() }),
  errors: ['journal_off'],
  handle({ emulator }) {
    const journal = journalOf(emulator)
    const deleted = journal.length
    journal.clear()
    return { deleted }
  },
})
