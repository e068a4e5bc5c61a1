import { describe, expect, it } from 'vitest'
import '../large-world.ts'
import { clauses } from '../../../emulator/contract/clauses.ts'
import { keysAndAccounts } from './keys-and-accounts.ts'
import { identifiersAndUsers } from './identifiers-and-users.ts'
import { collectMarks, formatName, type MarkTable } from './marks.ts'
import { pages } from './pages.ts'
import { revisionsAndEnvelope } from './revisions-and-envelope.ts'

const tables: Readonly<Record<string, MarkTable>> = {
  'identifiers and users': identifiersAndUsers,
  'keys and accounts': keysAndAccounts,
  pages,
  'revisions and envelope': revisionsAndEnvelope,
}

describe.each(Object.entries(tables))('marks: %s', (_, table) => {
  describe.each(Object.entries(table))('%s', (clause, { by, notBy }) => {
    it.each(by.map((ask) => [formatName(ask), ask] as const))('is shown by %s', async (_name, ask) =>
      expect(await collectMarks(ask)).toContain(clause),
    )
    it.each(notBy.map((ask) => [formatName(ask), ask] as const))('is not shown by %s', async (_name, ask) =>
      expect(await collectMarks(ask)).not.toContain(clause),
    )
  })
})

describe('the table of marks', () => {
  const rows = Object.values(tables).flatMap((table) => Object.entries(table))

  it('has a row for every clause of the service, and each once', () => {
    const listed = rows.map(([clause]) => clause)
    const served = clauses.filter(({ wire }) => wire !== 'client').map(({ id }) => id as string)
    expect(served.filter((id) => !listed.includes(id))).toEqual([])
    expect(listed.filter((id, at) => listed.indexOf(id) !== at)).toEqual([])
  })

  it('has requests that show a clause and near ones that do not', () => {
    expect(rows.filter(([, { by, notBy }]) => by.length === 0 || notBy.length === 0).map(([clause]) => clause)).toEqual(
      [],
    )
  })
})
