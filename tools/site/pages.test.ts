import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { groups, moved, pages, pageTitle, placeInSite, root, shortTitle } from './pages.ts'

it('has every page of docs once', () => {
  const written = readdirSync(`${root}docs`).filter((name) => name.endsWith('.md'))
  expect(pages.filter((page) => /^docs\/[^/]+$/.test(page)).toSorted()).toEqual(written.map((name) => `docs/${name}`))
})

it('gives every page a place of its own, and a title', () => {
  expect(new Set(pages.map(placeInSite)).size).toBe(pages.length)
  expect(pages.map(pageTitle).filter((title) => title === '')).toEqual([])
  expect(['README.md', 'docs/drift.md', 'docs/decisions/README.md', 'CHANGELOG.md'].map(placeInSite)).toEqual([
    'index.md',
    'drift.md',
    'decisions/index.md',
    'changelog.md',
  ])
})

it('has a title of one line for each page in the side bar, which no other page has', () => {
  const titles = groups.flatMap((group) => group.pages).map(shortTitle)
  expect(titles.filter((title) => title.length > 30)).toEqual([])
  expect(new Set(titles).size).toBe(titles.length)
})

it.each(Object.entries(moved))('leads from %s to a heading of %s', (name, now) => {
  const [page = '', hash] = now.split('#')
  const text = readFileSync(`${root}docs/${page}.md`, 'utf8')
  const headings = [...text.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
  expect(pages).not.toContain(`docs/${name}.md`)
  if (hash !== undefined) expect(headings).toContain(hash)
})
