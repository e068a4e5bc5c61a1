import { AxeBuilder } from '@axe-core/playwright'
import { expect, it } from 'vitest'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { until } from '../../tests/helpers/until.ts'
import { findBarriers } from './find-barriers.ts'
import { inspecting, type Inspected } from './testing.ts'

const open = inspecting()
let inspected: Inspected

it('says once that the emulator is gone, and goes on when it is back', async () => {
  inspected = await open()
  await inspected.at('')
  await inspected.page.getByText('Nothing has come in yet').waitFor()
  const port = Number(new URL(inspected.server.url).port)
  await inspected.server.close()
  await inspected.page.getByText('The emulator does not answer.').waitFor()
  expect(await inspected.page.locator('.message').count()).toBe(0)
  const again = await startServer({ port })
  try {
    await until(async () => expect(await inspected.page.getByText('The emulator does not answer.').count()).toBe(0))
    await inspected.api('/users/me')
    await inspected.line().getByText('/v1/users/me').waitFor()
  } finally {
    await again.close()
  }
})

const places = [
  '#/timeline',
  '#/timeline/1',
  '#/timeline/2',
  '#/state/members',
  '#/state/users/ada',
  '#/try',
  `#/try/http/${encodeURIComponent('POST /orgs')}`,
  '#/scenario',
  '#/coverage?q=users',
  '#/state/orgs/one',
  '#/worlds',
  '#/worlds?a=before:1',
]

it.each(places)('has nothing that keeps people out, and no part out of sight: %s', async (place) => {
  inspected = await open()
  const { page } = inspected
  await inspected.make('one')
  await inspected.make('one')
  inspected.server.emulator.triggers.add({ when: { endpoint: 'GET /users/me' }, do: [{ delay: '1s' }] })
  await inspected.at(place)
  await page.locator('main :is(h2, h3, .lead, [role=option], form, nav)').first().waitFor()
  // The changes of an entry are read last.
  if (place === '#/timeline/1') await page.locator('.change').first().waitFor()
  if (place === '#/scenario') await inspected.button('New trigger').click()
  expect(await findBarriers(page)).toEqual([])
})

it.each([390, 320])('has its header in one line and its navigation in another, %i wide', async (width) => {
  inspected = await open({}, { viewport: { width, height: 844 } })
  const { page } = inspected
  await inspected.at('')
  const time = inspected.button('2026-01-01 00:00:00.000')
  await time.waitFor()
  const height = async (selector: string) => (await page.locator(selector).boundingBox())!.height
  const views = page.getByRole('navigation', { name: 'Views' })
  expect([(await height('.head')) < 50, (await height('nav')) < 50]).toEqual([true, true])
  const cut = (parts: Element[]) =>
    parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent)
  if (width === 390) expect(await page.locator('.head > :is(span, button)').evaluateAll(cut)).toEqual([])
  const isInSight = () =>
    views.getByRole('link', { name: 'Worlds' }).evaluate((link) => {
      const { left, right } = link.getBoundingClientRect()
      return left >= 0 && right <= innerWidth
    })
  expect(await isInSight()).toBe(width === 390)
  await time.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await inspected.button('2026-01-01 00:00:01.000').waitFor()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.keyboard.press('Escape')
  expect(await inspected.button('+1m').isVisible()).toBe(false)
  for (let tabs = 0; tabs < 6; tabs++) await page.keyboard.press('Tab')
  expect(await isInSight()).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Snapshots' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Snapshots' }).waitFor()
  expect(await isInSight()).toBe(true)
})

it('begins a view at its top, however far the one before was scrolled', async () => {
  inspected = await open({}, { viewport: { width: 390, height: 844 } })
  await inspected.at('#/coverage')
  await inspected.page.locator('.lead').waitFor()
  const main = inspected.page.locator('main')
  await main.evaluate((element) => element.scrollTo(0, 600))
  await inspected.page.getByRole('link', { name: 'Worlds' }).click()
  await inspected.page.getByRole('heading', { name: 'Snapshots' }).waitFor()
  expect(await main.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
})

it('asks with the token that its address brought, beyond this machine', async () => {
  inspected = await open({ host: '0.0.0.0', controlToken: 'a token/with signs' })
  await inspected.page.goto(
    `${inspected.server.controlUrl.replace('0.0.0.0', '127.0.0.1')}/#token=${encodeURIComponent('a token/with signs')}`,
  )
  await inspected.page.getByText('2026-01-01 00:00:00.000').waitFor()
  await inspected.page.getByText('Nothing has come in yet').waitFor()
  expect(inspected.page.url()).not.toContain('token')
  expect(inspected.wrong.filter((text) => !text.startsWith('asked for http://127.0.0.1'))).toEqual([])
})

it('is shown in no frame and answers no page of another origin', async () => {
  inspected = await open()
  const other = await startServer()
  try {
    await inspected.page.goto(`${other.controlUrl}/`)
    const outcome = await inspected.page.evaluate(
      async (url) =>
        fetch(url, { method: 'POST' }).then(
          () => 'answered',
          () => 'refused',
        ),
      `${inspected.server.controlUrl}/reset`,
    )
    expect(outcome).toBe('refused')
  } finally {
    await other.close()
  }
})

it('opens documents in a tab of their own', async () => {
  inspected = await open()
  await inspected.at('')
  for (const link of await inspected.page.locator('.documents a').all())
    expect(await link.getAttribute('target')).toBe('_blank')
  const [tab] = await Promise.all([
    inspected.page.waitForEvent('popup'),
    inspected.page.getByRole('link', { name: 'OpenAPI' }).click(),
  ])
  expect(tab.url()).toBe(`${inspected.server.controlUrl}/openapi.json`)
  await inspected.page.getByRole('region', { name: 'Timeline' }).waitFor()
})
