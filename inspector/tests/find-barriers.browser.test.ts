import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../../tests/helpers/chromium.ts'
import { findBarriers } from './find-barriers.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

it.each([
  ['@media (prefers-color-scheme: dark) { p { color: #333; background: #222 } }', ['1280 dark', '390 dark']],
  ['@media (prefers-color-scheme: light) { p { color: #bbb; background: #fff } }', ['1280 light', '390 light']],
  ['@media (max-width: 400px) { p { width: 500px } }', ['390']],
  ['', []],
])('finds what one look alone shows: %s', async (style, looks) => {
  const page = await (await browser.newContext()).newPage()
  await page.setContent(
    `<!doctype html><html lang="en"><title>A</title><style>${style}</style><main><h1>A title</h1><p>A text</p></main></html>`,
  )
  const found = await findBarriers(page)
  expect(found.map((each) => each.split(': ')[0])).toEqual(looks)
})
