import { beforeEach, expect, it } from 'vitest'
import { until } from '../../tests/helpers/until.ts'
import { inspecting, type Inspected } from './testing.ts'

const open = inspecting()
let inspected: Inspected

beforeEach(async () => {
  inspected = await open({}, { viewport: { width: 390, height: 844 } })
  await inspected.make('one')
  await fetch(`${inspected.server.controlUrl}/worlds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
})

it('begins with the comparison that its address names', async () => {
  await inspected.at('#/worlds?a=before:1')
  await inspected.page.locator('.compare').getByText('records differ').waitFor()
  await inspected.page.getByRole('link', { name: 'w1', exact: true }).waitFor({ state: 'attached' })
  const findTop = async () => (await inspected.page.getByRole('heading', { name: 'Compare' }).boundingBox())!.y
  await until(async () => expect(await findTop()).toBeLessThan(600))
})

it('has the buttons of a world in one row', async () => {
  await inspected.at('#/worlds')
  const compare = inspected.page.getByRole('link', { name: 'Compare w1 with this world' })
  await compare.waitFor()
  const tops = [compare, inspected.button('Delete w1')].map(async (each) => (await each.boundingBox())!.y)
  const [first, second] = await Promise.all(tops)
  expect(Math.abs(first! - second!)).toBeLessThan(3)
})
