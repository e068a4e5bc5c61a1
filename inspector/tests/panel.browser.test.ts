import type { Browser, BrowserContextOptions, FrameLocator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Emulator } from '../../emulator/index.ts'
import type { Panel, showPanel } from '../../emulator/adapters/panel/panel.ts'
import { launchChromium, watchPage } from '../../tests/helpers/chromium.ts'
import { until } from '../../tests/helpers/until.ts'
import { findBarriers } from './find-barriers.ts'
import { IMPORT_MAP_HASH, PanelProject, type Site } from './panel-site.ts'

declare const window: Window & {
  panel: Panel
  emulator: Emulator
  showPanel: typeof showPanel
  ask(): Promise<unknown>
}

let browser: Browser
let project: PanelProject
let page: Page
let wrong: string[]
const sites: Site[] = []

beforeAll(async () => {
  project = await PanelProject.create()
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  await project.remove()
})
afterEach(async () => {
  await page.context().close()
  for (const site of sites.splice(0)) await site.close()
})

async function open(site: Promise<Site>, path = '', look: BrowserContextOptions = {}): Promise<string> {
  const served = await site
  sites.push(served)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...look })
  page = await context.newPage()
  wrong = watchPage(page, () => true)
  await page.goto(served.url + path)
  await page.getByText('ada').waitFor()
  return served.url
}

const toggle = () => page.getByRole('button', { name: 'svc-emulator inspector' })
const inspector = (): FrameLocator => page.frameLocator('iframe[title="svc-emulator inspector"]')

describe.each([
  ['served by Vite', () => project.serveWithVite()],
  ['built by Vite', () => project.serveBuilt()],
])('a page with the worker, %s', (_, serve) => {
  it('shows what the page asked, and what it asks next', async () => {
    await open(serve())
    await toggle().click()
    await inspector().getByText('1 entry').waitFor()
    await page.evaluate(() => window.ask())
    await inspector().getByText('2 entries').waitFor()
    await inspector().getByRole('option').getByText('/rest/users/me', { exact: true }).first().click()
    await inspector().getByRole('heading', { name: '/rest/users/me' }).waitFor()
    await inspector().getByRole('link', { name: 'Try', exact: true }).click()
    await inspector().getByRole('link', { name: 'POST /orgs', exact: true }).click()
    await inspector().getByLabel('alias').fill('made-here')
    await inspector().getByRole('button', { name: 'Send' }).click()
    await inspector().getByText('Answered 200').waitFor()
    expect(wrong).toEqual([])
  })
})

describe('a page of plain modules', () => {
  it('opens, closes and loses its panel, by keys and by program', async () => {
    await open(project.servePlain())
    expect(await page.locator('iframe').isVisible()).toBe(false)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await inspector().getByText('1 entry').waitFor()
    expect(await toggle().getAttribute('aria-expanded')).toBe('true')
    // The inspector follows the button, and is reached from it.
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => window.panel.element.shadowRoot!.activeElement!.localName)).toBe('iframe')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Escape')
    expect(await page.locator('iframe').isVisible()).toBe(false)
    expect(await page.evaluate(() => window.panel.isOpen)).toBe(false)
    await page.evaluate(() => window.panel.open())
    await inspector().getByText('1 entry').waitFor()
    await page.evaluate(() => window.panel.remove())
    expect(await page.locator('svc-emulator-panel').count()).toBe(0)
    await page.evaluate(() => window.panel.open())
    expect(await page.evaluate(() => window.panel.isOpen)).toBe(false)
    expect(wrong).toEqual([])
  })

  it.each([1280, 390])('has its button in line with the header of the inspector, %i wide', async (width) => {
    await open(project.servePlain(), '', { viewport: { width, height: 800 } })
    await toggle().click()
    const time = inspector().locator('.head .now').first()
    await time.waitFor()
    const middles = [time, toggle()].map(async (part) => {
      const { y, height } = (await part.boundingBox())!
      return y + height / 2
    })
    const [ofTime, ofButton] = await Promise.all(middles)
    expect(Math.abs(ofTime! - ofButton!)).toBeLessThan(2)
  })

  it('stands in an element of the page, once', async () => {
    await open(project.servePlain())
    await page.evaluate(() => {
      const element = document.querySelector('#place')!
      window.showPanel(window.emulator, { element })
      window.showPanel(window.emulator, { element }).open()
    })
    expect(await page.locator('#place svc-emulator-panel').count()).toBe(1)
    await page.locator('#place').frameLocator('iframe').getByText('1 entry').waitFor()
    expect(await page.locator('svc-emulator-panel').count()).toBe(2)
  })

  it('keeps its own history, and its world', async () => {
    const url = await open(project.servePlain())
    await page.evaluate(() => history.pushState(null, '', '/#mine'))
    await toggle().click()
    const length = await page.evaluate(() => history.length)
    for (const view of ['State', 'Coverage', 'Worlds'])
      await inspector().getByRole('link', { name: view, exact: true }).click()
    await inspector().getByRole('button', { name: 'New from the start' }).click()
    await inspector().getByRole('button', { name: 'Show w1' }).click()
    await inspector().getByLabel('What is shown').selectOption('this page')
    await inspector().getByText('1 entry').waitFor()
    await toggle().click()
    await toggle().click()
    await inspector().getByText('1 entry').waitFor()
    expect([await page.evaluate(() => history.length), page.url()]).toEqual([length, `${url}#mine`])
    expect(await page.title()).toBe('Mine')
  })

  it('keeps the styles of the page out, and its own in', async () => {
    await open(project.servePlain(), 'hostile')
    const style = () =>
      toggle().evaluate((button) => {
        const { fontSize, textTransform, color, display } = getComputedStyle(button)
        return { fontSize, textTransform, color, display }
      })
    expect(await style()).toEqual({
      fontSize: '14px',
      textTransform: 'none',
      color: 'rgb(28, 32, 36)',
      display: 'block',
    })
    const before = await page.locator('h1').evaluate((heading) => getComputedStyle(heading).cssText)
    await toggle().click()
    await inspector().getByText('1 entry').waitFor()
    expect(await page.locator('h1').evaluate((heading) => getComputedStyle(heading).cssText)).toBe(before)
    expect(
      await inspector()
        .locator('body')
        .evaluate((body) => getComputedStyle(body).fontSize),
    ).toBe('14px')
  })

  it('says why it cannot be shown', async () => {
    await open(project.servePlain())
    const failure = (code: string) =>
      page.evaluate(
        (text) =>
          // oxlint-disable-next-line typescript/no-implied-eval
          (new Function(`try { ${text} } catch (error) { return error.message }`) as () => string)(),
        code,
      )
    expect(await failure('showPanel({})')).toBe(
      'showPanel: expected an emulator, as createEmulator() gives, got an object',
    )
    expect(await failure("showPanel(emulator, { element: '#place' })")).toContain(
      'element: expected an element of the page, such as document.querySelector(…) finds, got string "#place"',
    )
    expect(await failure('showPanel(emulator, { elment: document.body })')).toContain("did you mean 'element'?")
  })

  it.each([
    ['the frame', "default-src 'self'; script-src 'self' 'unsafe-inline'; frame-src 'none'"],
    // Only the map of imports is allowed inline.
    ['its script', `default-src 'self'; script-src 'self' '${IMPORT_MAP_HASH}'; frame-src blob:`],
  ])('says where a policy of the page does not allow %s', async (_, policy) => {
    await open(project.servePlain(policy))
    await toggle().click()
    await page.getByRole('alert').getByText("the page's Content-Security-Policy does not allow it").waitFor()
  })

  it('says so where the refused frame fails in place of being loaded, as in Firefox', async () => {
    await open(project.servePlain("default-src 'self'; script-src 'self' 'unsafe-inline'; frame-src 'none'"))
    await page.evaluate(() => {
      const { addEventListener } = HTMLIFrameElement.prototype
      HTMLIFrameElement.prototype.addEventListener = function (type: string, ...others: unknown[]) {
        const names: Record<string, string> = { load: 'never', error: 'load' }
        Reflect.apply(addEventListener, this, [names[type] ?? type, ...others])
      }
    })
    await toggle().click()
    await page.getByRole('alert').getByText("the page's Content-Security-Policy does not allow it").waitFor()
  })
})

it('is dragged by its edge, keeps its height, and leaves the page room below', async () => {
  await open(project.servePlain())
  await toggle().click()
  await inspector().getByText('1 entry').waitFor()
  const height = async () => (await page.locator('iframe').boundingBox())!.height
  const padding = () => page.evaluate(() => getComputedStyle(document.documentElement).paddingBottom)
  expect(await padding()).toBe(`${await height()}px`)
  const edge = (await page.getByRole('separator', { name: 'Height of the inspector' }).boundingBox())!
  await page.mouse.move(600, edge.y + 2)
  await page.mouse.down()
  await page.mouse.move(600, edge.y - 98, { steps: 4 })
  await page.mouse.up()
  await until(async () => expect(await height()).toBe(420))
  expect(await padding()).toBe('420px')
  await toggle().click()
  expect(await padding()).toBe('0px')
  await page.reload()
  await page.getByText('ada').waitFor()
  await toggle().click()
  expect(await height()).toBe(420)
  await page.evaluate(() => window.panel.remove())
  expect(await padding()).toBe('0px')
  expect(wrong).toEqual([])
})

it.each([1280, 390])('keeps nobody out, %i wide', async (width) => {
  await open(project.servePlain(), '', { viewport: { width, height: 844 } })
  const check = async () => {
    expect(await findBarriers(page, { widths: [width], within: 'svc-emulator-panel' })).toEqual([])
  }
  await check()
  await toggle().click()
  await inspector().getByText('1 entry').waitFor()
  await check()
  const height = async () => (await page.locator('iframe').boundingBox())!.height
  expect(await height()).toBeCloseTo(844 * 0.4, -1)
  await inspector().getByRole('link', { name: 'State', exact: true }).click()
  const grid = inspector().getByRole('grid')
  await until(async () => expect((await grid.boundingBox())?.height).toBeGreaterThan(100))
  await check()
  await page.getByRole('separator', { name: 'Height of the inspector' }).focus()
  for (let step = 0; step < 9; step++) await page.keyboard.press('ArrowUp')
  await until(async () => expect(await height()).toBeCloseTo(844 * 0.4 + 360, -1))
  await check()
})
