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

it('folds a line for every clause below its section, and encodes its links for Markdown', async () => {
  const lines = (await withClauses(readText('docs/specification.md')))
    .split('\n')
    .filter((line) => line.startsWith('- <a id='))
  const parts = lines.map((line) => /^- <a id="([^"]+)"><\/a>\[`\1`\]\(([^ )]+)\) \S/.exec(line))
  expect(parts.filter((each) => each === null)).toEqual([])
  expect(parts.map((each) => each![1]!).toSorted()).toEqual(clauses.map(({ id }) => id).toSorted())
  const links = parts.map((each) => each![2]!)
  const scenarios = links.filter((link) => !link.startsWith(`${playAddress()}#try=`))
  expect(links.length - scenarios.length).toBe((await shownBy()).clauses.size)
  expect(scenarios.filter((link) => !/^\.\.\/scenarios\/[\w/-]+\.yaml$/.test(link))).toEqual([])
})

it('leaves the law as it is, word for word', async () => {
  const law = withoutClauses(readText('docs/specification.md'))
  expect(law).toMatch(/^# Service REST API and Command-Line Client Specification\n/)
  expect(law).not.toContain('<details>')
  expect(withoutClauses(await withClauses(law))).toBe(law)
})
