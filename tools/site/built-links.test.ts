import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { siteProblems } from './built-links.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-site-'))
  mkdirSync(join(folder, 'decisions'))
  write('index.html', '<a href="/b/">')
  write('decisions/index.html', '<a href="/b/"><h2 id="why-we-don’t">')
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (path: string, html: string) => writeFileSync(join(folder, path), html)

it('takes links to pages, folders, files and headings that exist', () => {
  write('play.html', '<a href="nowhere">')
  write(
    'drift.html',
    '<a href="/b/"><a href="decisions/#why-we-don%E2%80%99t"><a href="/b/drift.html#x"><p id="x"><a href="https://mswjs.io"><a href="/b/play.html#try=GET /users/me">',
  )
  expect(siteProblems(folder, '/b/')).toEqual([])
})

it('names dead links: a file, a heading, an address beside the site', () => {
  write('drift.html', '<a href="/b/"><a href="facts.html"><a href="decisions/#because"><a href="/drift.html">')
  expect(siteProblems(folder, '/b/')).toEqual([
    'drift.html: dead link facts.html',
    'drift.html: dead link decisions/#because',
    'drift.html: dead link /drift.html',
  ])
})

it('names a page without a way back', () => {
  write('drift.html', '<a href="/b/decisions/">')
  expect(siteProblems(folder, '/b/')).toEqual(['drift.html: no link to the first page'])
})
