import { expect, it } from 'vitest'
import { siteLink } from './links.ts'

const addresses = { repository: 'https://git.example/a/b', homepage: 'https://a.example/b/' }
const link = (page: string, to: string) => siteLink(page, to, addresses)

it('leads from page to page, wherever both stand in the repository', () => {
  expect(link('README.md', 'docs/drift.md#manners')).toBe('/drift.md#manners')
  expect(link('docs/drift.md', '../README.md')).toBe('/index.md')
  expect(link('docs/decisions/README.md', '0110-routing.md')).toBe('/decisions/0110-routing.md')
})

it('leads to the repository for what is no page of the site', () => {
  expect(link('docs/change-it.md', '../tools/bench/README.md')).toBe(
    'https://git.example/a/b/blob/main/tools/bench/README.md',
  )
  expect(link('README.md', 'examples')).toBe('https://git.example/a/b/tree/main/examples')
})

it('stays in the site where the published one is named', () => {
  expect(link('README.md', 'https://a.example/b/play.html#try=GET%20/users/me')).toBe('/play.html#try=GET%20/users/me')
})

it('leaves headings of the same page and other addresses as they are', () => {
  expect([link('README.md', '#more'), link('README.md', 'https://mswjs.io')]).toEqual(['#more', 'https://mswjs.io'])
})

it('refuses a link to a file that does not exist', () => {
  expect(() => link('docs/drift.md', 'nowhere.md')).toThrow(
    'docs/drift.md links to nowhere.md, and there is no file docs/nowhere.md',
  )
  expect(() => link('README.md', '../other/README.md')).toThrow('there is no file ../other/README.md')
})
