/** The built site in Chromium, served as hosts of static files serve it. `npm run site` builds it first. */
import type { Server } from 'node:http'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import facts from '../../tools/release.json' with { type: 'json' }
import { launchChromium, watchPage } from '../helpers/chromium.ts'
import { serveFolder } from './serve-folder.ts'

let browser: Browser
let server: Server
let site: string
let page: Page
/** Errors of the page, and requests that leave the site. */
let wrong: string[]

beforeAll(async () => {
  ;({ url: site, server } = await serveFolder('tools/site/dist', new URL(facts.homepage).pathname))
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  server.close()
})

async function open(path = '', look: BrowserContextOptions = {}): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...look })
  page = await context.newPage()
  wrong = watchPage(page, (url) => url.startsWith(site))
  await page.goto(site + path)
}
afterEach(() => page.context().close())

it('answers requests in the playground of its first page', async () => {
  await open()
  const playground = page.frameLocator('iframe')
  const outcome = playground.getByRole('region', { name: 'Outcome' })
  await page.locator('iframe').scrollIntoViewIfNeeded()
  await outcome.getByText('Answered 200').waitFor()
  await playground.getByRole('textbox', { name: 'user_id' }).fill('nobody')
  await playground.getByRole('button', { name: 'Send' }).click()
  await outcome.getByText('Answered 404').waitFor()
  expect(wrong).toEqual([])
})

it('shows a clause by a request, from its link', async () => {
  await open('specification.html#users.get.answers-user')
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'users.get.answers-user', exact: true }).click()
  const outcome = (await opened).getByRole('region', { name: 'Outcome' })
  await outcome.getByText('Answered 200').waitFor()
  expect(await outcome.textContent()).toContain('users.get.answers-user')
})

it('finds a page by its words, without a server', async () => {
  await open('speed.html')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('searchbox').fill('least key')
  await page
    .getByRole('option', { name: /The least key/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'The least key', level: 1 }).waitFor()
  expect(wrong).toEqual([])
})

it('is dark where the reader wants it, with its playground', async () => {
  await open()
  const backgrounds = () =>
    Promise.all(page.frames().map((frame) => frame.evaluate(() => getComputedStyle(document.body).backgroundColor)))
  await page.locator('iframe').scrollIntoViewIfNeeded()
  await page.frameLocator('iframe').getByText('Answered 200').waitFor()
  const light = await backgrounds()
  await page.getByRole('switch').filter({ visible: true }).click()
  await expect.poll(async () => (await backgrounds()).filter((color) => light.includes(color))).toEqual([])
})

it('leads back from an address that does not exist', async () => {
  await open('nowhere.html')
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('heading', { name: 'svc-emulator', level: 1 }).waitFor()
})

it('leads to the source of a page, in the repository', async () => {
  await open('drift.html')
  expect(await page.getByRole('link', { name: 'Edit this page' }).getAttribute('href')).toBe(
    `${facts.repository}/edit/main/docs/drift.md`,
  )
  await page.goto(`${site}commands.html`)
  expect(await page.getByRole('link', { name: 'Edit this page' }).count()).toBe(0)
})

const looks = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

it.each(looks.flatMap((look) => ['', 'replay-a-scenario.html'].map((path) => ({ path, ...look }))))(
  'can be read by everyone: %j',
  async ({ path, width, colorScheme }) => {
    await open(path, { viewport: { width, height: 844 }, colorScheme, reducedMotion: 'reduce' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(await violations((axe) => axe)).toEqual([])
  },
)

it('can be read by everyone where it is longest', async () => {
  await open('commands.html')
  // Contrast takes a minute there, and its colours are those of the other pages.
  expect(await violations((axe) => axe.disableRules('color-contrast'))).toEqual([])
})

/** Rules of axe that the page breaks, each with the first elements that do. The playground has tests of its own. */
async function violations(adjust: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  const found = await adjust(new AxeBuilder({ page }).exclude('iframe')).analyze()
  return found.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ html }) => html.slice(0, 150))
        .join(' ')}`,
  )
}
