import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium, watchPage } from '../../tests/helpers/chromium.ts'
import { until } from '../../tests/helpers/until.ts'
import { findBarriers } from './find-barriers.ts'

let browser: Browser
let file: string
let page: Page
/** Errors of the page, and its network requests. */
let wrong: string[]

beforeAll(async () => {
  file = pathToFileURL(resolve('dist/play.html')).href
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
})

async function open(place = ''): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  page = await context.newPage()
  wrong = watchPage(page, (url) => url.startsWith('file:'))
  await page.goto(file + place)
}
afterEach(() => page.context().close())

const button = (name: string | RegExp) => page.getByRole('button', { name })
const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true })
const answered = (text: string) => page.getByRole('region', { name: 'Outcome' }).getByText(`Answered ${text}`).waitFor()

describe('the playground', () => {
  it('opens on an answer, and needs nothing from elsewhere', async () => {
    await open()
    await answered('200')
    expect(await page.getByLabel('As', { exact: true }).inputValue()).toBe('svc-key-ada-read')
    await page.getByRole('region', { name: 'Answer' }).getByText('"ada"').first().waitFor()
    expect(wrong).toEqual([])
  })

  it('is a world: records change, time passes, worlds stand beside it', async () => {
    await open('#try=POST /orgs&as=svc-key-ada-admin&body={"alias":"made-here","name":"Made here"}')
    await until(async () => expect(await page.getByLabel('alias').inputValue()).toBe('made-here'))
    await button('Send').click()
    await answered('200')
    await page.getByRole('link', { name: 'entry 1' }).click()
    await page.locator('.change').getByText('orgs made-here').waitFor()
    await button('+1h').click()
    await until(async () => expect(await page.locator('.now').innerText()).toMatch(/^2026-01-01 01:00:0/))
    await link('Worlds').click()
    await button('New from the start').click()
    await button('Show w1').click()
    await page.getByLabel('What is shown').selectOption('playground in this page')
    await page.locator('.line').first().waitFor()
    await link('Worlds').click()
    await button('Delete w1').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted.').waitFor()
    await until(async () => expect(await page.getByLabel('What is shown').count()).toBe(0))
    expect(wrong).toEqual([])
  })
})

describe('a link into it', () => {
  it('says that a link was cut on a page, and leads into a fresh world', async () => {
    await open('#run=fVBNS8QwE')
    await page.getByRole('heading', { name: 'This link shows no run' }).waitFor()
    expect(await page.getByRole('alert').textContent()).toMatch(/^the link holds no run: .*from #run= to its end\.$/)
    await link('open the playground').click()
    await answered('200')
  })

  it('sends what changes nothing, over a socket too', async () => {
    await open('#try=GET /orgs/acme&as=none')
    await answered('401')
    await page.goto(`${file}#try=workflow.list_sessions&as=svc-key-ada-read&body={"org_id":"acme"}`)
    await answered('success')
    expect(wrong).toEqual([])
  })

  it('leaves what would change something to the user', async () => {
    await open('#try=DELETE /orgs/acme&as=svc-key-ada-admin')
    await until(async () => expect(await page.getByLabel('As', { exact: true }).inputValue()).toBe('svc-key-ada-admin'))
    expect(await page.getByRole('textbox', { name: 'org_id' }).inputValue()).toBe('acme')
    await link('Timeline').click()
    await page.getByText('Nothing has come in yet').waitFor()
  })

  it('says why it sends nothing', async () => {
    await open('#try=GET /user/me')
    await page.getByText("The link names no endpoint: 'GET /user/me'").waitFor()
    await page.goto(`${file}#try=GET /users/me&as=svc-key-ada-reed`)
    await page.getByText("which is no key or token of this world, did you mean 'svc-key-ada-read'?").waitFor()
    expect(await page.getByRole('region', { name: 'Outcome' }).count()).toBe(0)
    await page.getByLabel('As', { exact: true }).selectOption('svc-key-ada-read')
    await button('Send').click()
    await answered('200')
  })

  it('of the documents shows the sentence beside it', async () => {
    const rows = [...readFileSync('docs/specification.md', 'utf8').matchAll(/<a id="([^"]+)">.*\.html(#try=[^)]+)\)/g)]
    expect(rows.length).toBeGreaterThan(100)
    await open()
    for (const [, id = '', place = ''] of rows.filter((_, index) => index % 40 === 0)) {
      // From another address, so that each begins a world of its own.
      await page.goto('about:blank')
      await page.goto(file + place)
      await button(/^(?:Send|Call)$/).waitFor()
      if (!/=(?:GET|workflow\.(?:get|list))/.test(place)) await button(/^(?:Send|Call)$/).click()
      await page.getByRole('region', { name: 'Outcome' }).getByText(id, { exact: true }).waitFor()
    }
    expect(wrong).toEqual([])
  })

  it('is copied from an answer', async () => {
    await open('#try=GET /users/me&as=none')
    await answered('401')
    await page.getByLabel('As', { exact: true }).selectOption('svc-token-ben')
    await button('Send').click()
    await answered('200')
    await button('Copy as link').click()
    await until(async () =>
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        `${file}#try=GET%20/users/me&as=svc-token-ben`,
      ),
    )
  })
})

it.each(['', '#try=GET /nowhere', '#/timeline', '#/worlds'])('keeps nobody out: %s', async (place) => {
  await open(place)
  await page.locator('main :is(.tried, .card, .line, .empty)').first().waitFor()
  expect(await findBarriers(page)).toEqual([])
})
