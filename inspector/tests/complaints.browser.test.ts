import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../tests/helpers/until.ts'
import { inspecting, type Inspected } from './testing.ts'

const open = inspecting()
let inspected: Inspected
const dialog = () => inspected.page.getByRole('dialog')

describe('what people stumbled over', () => {
  it('says how much of the journal is kept, and shows all of it', async () => {
    inspected = await open({ journal: { size: 3 } })
    for (let n = 0; n < 5; n++) await inspected.api('/users/me')
    await inspected.at('')
    await inspected.page.getByText('3 entries; 2 older ones are no longer kept').waitFor()
    expect(await inspected.line().count()).toBe(3)
  })

  it('has one tab stop for a list, arrow keys in it, and marks one place', async () => {
    inspected = await open()
    for (const name of ['one', 'two', 'three']) await inspected.make(name)
    await inspected.at('')
    const list = inspected.page.getByRole('listbox')
    await list.getByText('/v1/orgs').first().waitFor()
    expect(await list.locator('a, button, input, [tabindex]').count()).toBe(0)
    await list.focus()
    for (const [key, entry] of [
      ['ArrowDown', 1],
      ['ArrowDown', 2],
      ['End', 3],
      ['ArrowUp', 2],
      ['Home', 1],
    ] as const) {
      await inspected.page.keyboard.press(key)
      await until(() => expect(inspected.page.url()).toContain(`#/timeline/${entry}`))
    }
    expect(await inspected.page.locator('[aria-current=""]').count()).toBe(0)
    expect(await inspected.page.locator('[aria-current="page"]').count()).toBe(1)
    await inspected.at('#/state/users')
    const grid = inspected.page.getByRole('grid')
    await grid.getByText('build-bot').waitFor()
    expect(await grid.locator('[role=row]:not(.head-row) :is(button, a:not([tabindex="-1"]))').count()).toBe(0)
    await grid.focus()
    await inspected.page.keyboard.press('ArrowDown')
    await inspected.page.getByRole('heading', { name: 'ada' }).waitFor()
  })

  it('cuts no column where there is room', async () => {
    inspected = await open()
    await inspected.at('#/state/users')
    await inspected.page.getByRole('gridcell', { name: 'build-bot' }).waitFor()
    const cut = await inspected.page
      .locator('[role=gridcell], [role=columnheader]')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      )
    expect(cut).toEqual([])
  })

  it('shows whole paths beside an entry', async () => {
    inspected = await open({}, { viewport: { width: 1100, height: 600 } })
    await inspected.api('/orgs/acme/blobs?limit=2')
    await inspected.api('/user/me')
    await inspected.at('#/timeline/1')
    await inspected.line().getByText('endpoint_not_found').waitFor()
    await inspected.page.locator('.detail .message-part').first().waitFor()
    const cut = await inspected.page
      .locator('.line > *, .pills, .detail')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      )
    expect(cut).toEqual([])
  })

  it('shows whole paths and one thing at a time, 390 wide', async () => {
    inspected = await open({}, { viewport: { width: 390, height: 844 } })
    await inspected.make('one')
    await inspected.at('')
    const path = inspected.line().locator('.what')
    await path.getByText('/v1/orgs').waitFor()
    expect(await path.evaluate((what) => what.scrollWidth <= what.clientWidth)).toBe(true)
    await inspected.line().click()
    await inspected.page.getByRole('article', { name: 'Entry 1' }).waitFor()
    expect(await inspected.page.getByRole('listbox').count()).toBe(0)
    await inspected.button('← Timeline').click()
    await inspected.line().waitFor()
  })

  it('puts messages below each other', async () => {
    inspected = await open()
    await inspected.at('#/try/http/GET%20%2Fusers%2F%3Auser_id')
    await inspected.button('Send').click()
    await inspected.page.locator('.tried').waitFor()
    await inspected.button('Keep as step').click()
    await inspected.button('Copy as curl').click()
    const boxes = inspected.page.locator('.message')
    await until(async () => expect(await boxes.count()).toBe(2))
    const [first, second] = await boxes.evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
    )
    expect(first!.bottom).toBeLessThanOrEqual(second!.top)
    for (const place of ['.message:only-child button.quiet', '#main']) {
      await boxes.first().getByRole('button', { name: 'Dismiss' }).press('Enter')
      await until(async () => expect(await inspected.page.locator(`${place}:focus`).count()).toBe(1))
    }
  })
})

describe('what cannot be undone asks first', () => {
  beforeEach(async () => {
    inspected = await open()
    await inspected.make('one')
  })

  const orgs = () => inspected.server.emulator.world.orgs.size
  const refuse = async () => {
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await until(async () => expect(await dialog().count()).toBe(0))
    expect(orgs()).toBe(4)
  }

  it('a reset', async () => {
    await inspected.at('')
    await inspected.button('Reset').click()
    await refuse()
  })

  it('another scenario', async () => {
    await inspected.at('#/scenario')
    await inspected
      .button(/^Start /)
      .first()
      .click()
    await refuse()
    await inspected
      .button(/^Start /)
      .first()
      .click()
    await dialog().getByRole('button', { name: 'Start' }).click()
    await inspected.page
      .locator('.message')
      .getByText(/^Started /)
      .waitFor()
    expect(inspected.server.emulator.world.orgs.get('one')).toBeUndefined()
  })

  it('the deletion of a record', async () => {
    await inspected.at('#/state/orgs/one')
    await inspected.button('Delete').click()
    await refuse()
  })

  it('a state that is imported', async () => {
    const state = JSON.stringify(inspected.server.emulator.export())
    await inspected.make('two')
    await inspected.at('#/worlds')
    const file = { name: 'state.json', mimeType: 'application/json', buffer: Buffer.from(state) }
    await inspected.page.getByLabel('Import').setInputFiles(file)
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    expect(orgs()).toBe(5)
    await inspected.page.getByLabel('Import').setInputFiles(file)
    await dialog().getByRole('button', { name: 'Import' }).click()
    await until(() => expect(orgs()).toBe(4))
  })
})

it('saves what happened: a scenario, an archive, a bundle', async () => {
  inspected = await open()
  await inspected.make('one')
  await inspected.at('#/scenario')
  const saved = async (name: string): Promise<string> => {
    const [file] = await Promise.all([inspected.page.waitForEvent('download'), inspected.button(name).click()])
    return `${file.suggestedFilename()}: ${await readFile(await file.path(), 'utf8')}`
  }
  expect(await saved('As HAR')).toMatch(/^svc-emulator\.har: [\s\S]*"url":\s*"[^"]*\/v1\/orgs"/)
  expect(await saved('As .http')).toMatch(
    /^svc-emulator\.http: @host = http:\/\/127\.0\.0\.1:\d+\n[\s\S]*POST \{\{host\}\}\/v1\/orgs/,
  )
  expect(await saved('As a scenario')).toMatch(/^recorded\.yaml: [\s\S]*http: POST \/orgs/)
  expect(await saved('As a bundle')).toMatch(/^run\.bundle\.json: [\s\S]*"bundle":/)
  expect(inspected.wrong).toEqual([])
})
