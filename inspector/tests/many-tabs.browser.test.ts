import { expect, it } from 'vitest'
import { inspecting } from './testing.ts'

const open = inspecting()

it('the seventh tab opens, says why it waits, and goes on when another one is closed', async () => {
  const inspected = await open()
  await inspected.at('#/timeline')
  const context = inspected.page.context()
  const waiting = (page: typeof inspected.page) => page.getByText('This tab waits for a connection.')
  const others = []
  for (let n = 0; n < 6; n++) {
    const page = await context.newPage()
    await page.goto(`${inspected.server.controlUrl}/#/timeline`)
    await page.getByRole('navigation').first().waitFor()
    others.push(page)
  }
  const seventh = others.at(-1)!
  await waiting(seventh).waitFor()
  expect(await waiting(inspected.page).count()).toBe(0)
  await inspected.make('seen')
  for (const page of [inspected.page, ...others.slice(0, 5)]) await page.close()
  await seventh.locator('.line').first().waitFor()
  expect(await waiting(seventh).count()).toBe(0)
})
