import { expect, it } from 'vitest'
import { clauses } from '../../emulator/contract/clauses.ts'
import { errors } from '../../emulator/contract/errors.ts'
import { playAddress } from '../release/facts.ts'
import { readText } from '../write.ts'
import { withClauses, withoutClauses } from './clauses.ts'
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

it('folds a row for every clause below its section, and encodes its links for Markdown', async () => {
  const rows = (await withClauses(readText('docs/specification.md')))
    .split('\n')
    .filter((line) => line.startsWith('| <a id='))
  const ids = rows.map((row) => /<a id="([^"]+)">/.exec(row)?.[1])
  expect(ids).toHaveLength(clauses.length)
  expect(new Set(ids)).toEqual(new Set(clauses.map(({ id }) => id)))
  expect(rows.filter((row) => row.endsWith('|  |'))).toEqual([])
  const links = rows.flatMap((row) => /\[Try it\]\(([^ )]+)\) \|$/.exec(row)?.[1] ?? [])
  expect(links).toHaveLength((await shownBy()).clauses.size)
  expect(links.filter((link) => !link.startsWith(`${playAddress()}#try=`))).toEqual([])
})

it('leaves the law as it is, word for word', async () => {
  const law = withoutClauses(readText('docs/specification.md'))
  expect(law).toMatch(/^# Service REST API and Command-Line Client Specification\n/)
  expect(law).not.toContain('<details>')
  expect(withoutClauses(await withClauses(law))).toBe(law)
})
