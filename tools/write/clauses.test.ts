import { expect, it } from 'vitest'
import { clauses } from '../../emulator/contract/clauses.ts'
import { errors } from '../../emulator/contract/errors.ts'
import { playAddress } from '../release/facts.ts'
import { clausePage } from './clauses.ts'
import { shownBy } from './shown-by.ts'

it('shows most of what the service does by one request', async () => {
  const shown = await shownBy()
  const ofService = clauses.filter(({ wire }) => wire !== 'client')
  expect(ofService.filter(({ id }) => shown.clauses.has(id)).length / ofService.length).toBeGreaterThan(0.75)
  expect(shown.errors.size / Object.keys(errors).length).toBeGreaterThan(0.5)
})

it('prefers a request that changes nothing', async () => {
  const { clauses: links, errors: refusals } = await shownBy()
  expect(links.get('identifiers.path.accepts-alias')).toMatch(/^#try=GET%20\/\w+/)
  expect(refusals.get('user_not_found')).toMatch(/^#try=GET%20\/users\//)
})

it('has a row for every clause, and encodes its links for Markdown', async () => {
  const rows = (await clausePage()).split('\n').filter((line) => line.startsWith('| <a id='))
  const ids = rows.map((row) => /<a id="([^"]+)">/.exec(row)?.[1])
  expect(ids).toHaveLength(clauses.length)
  expect(new Set(ids)).toEqual(new Set(clauses.map(({ id }) => id)))
  expect(rows.filter((row) => row.endsWith('|  |'))).toEqual([])
  const links = rows.flatMap((row) => /\[Try it\]\(([^ )]+)\) \|$/.exec(row)?.[1] ?? [])
  expect(links).toHaveLength((await shownBy()).clauses.size)
  expect(links.filter((link) => !link.startsWith(`${playAddress()}#try=`))).toEqual([])
})
