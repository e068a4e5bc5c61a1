import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pages, pageTitle, placeInSite, root } from './pages.ts'

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
