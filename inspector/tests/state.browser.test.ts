import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { beforeEach, describe, expect, it } from 'vitest'
import { createEmulator } from '../../emulator/index.ts'
import { until } from '../../tests/helpers/until.ts'
import { inspecting, type Inspected } from './testing.ts'

const open = inspecting()
let inspected: Inspected

describe('the state', () => {
  beforeEach(async () => {
    inspected = await open()
  })

  it('changes a record, with what is wrong beside its field', async () => {
    await inspected.at('#/state/users')
    await inspected.page.getByRole('gridcell', { name: 'ben', exact: true }).click()
    await inspected.page.getByLabel('name', { exact: true }).fill('Benjamin')
    await inspected.button('Save').click()
    await inspected.page.getByRole('gridcell', { name: 'Benjamin' }).waitFor()
    expect(inspected.server.emulator.world.users.get('ben')!.name).toBe('Benjamin')
    await inspected.page.getByLabel('owner_user_id').fill('adda')
    await inspected.button('Save').click()
    await inspected.page.locator('.field.wrong').getByText("there is no user 'adda', did you mean 'ada'?").waitFor()
    expect(inspected.server.emulator.world.users.get('ben')!.owner_user_id).toBeNull()
  })

  it('asks before it leaves a record that is not saved', async () => {
    await inspected.at('#/state/users/ben')
    const name = inspected.page.getByLabel('name', { exact: true })
    await name.fill('Benjamin')
    const dialog = inspected.page.getByRole('dialog')
    await inspected.button('Close').click()
    await dialog.getByText('Leave without saving?').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await name.inputValue()).toBe('Benjamin')
    expect(inspected.page.url()).toContain('#/state/users/ben')
    await inspected.page.getByRole('link', { name: 'Timeline', exact: true }).click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await inspected.page.getByRole('region', { name: 'Timeline' }).waitFor()
    expect(inspected.server.emulator.world.users.get('ben')!.name).not.toBe('Benjamin')
    await inspected.at('#/state/users/ben')
    await name.fill('Benjamin')
    await inspected.button('Undo').click()
    await inspected.button('Close').click()
    await inspected.page.getByRole('article').waitFor({ state: 'detached' })
  })

  it('leaves columns without room to the record, and shortens times', async () => {
    await inspected.page.setViewportSize({ width: 1000, height: 800 })
    await inspected.at('#/state/blobs')
    const columns = () => inspected.page.getByRole('columnheader').allInnerTexts()
    await inspected.page.getByRole('gridcell', { name: 'weights', exact: true }).first().waitFor()
    const few = await columns()
    const hidden = await inspected.page.locator('.hidden-columns').innerText()
    expect(few).not.toContain('created_at')
    expect(hidden).toContain('created_at')
    const box = inspected.page.locator('.grid')
    expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
    await inspected.page.setViewportSize({ width: 1400, height: 800 })
    await until(async () => expect(await columns()).toContain('created_at'))
    const time = inspected.page.getByRole('gridcell').filter({ hasText: '2026-01-01 00:00:00' }).first()
    expect(await time.getAttribute('title')).toMatch(/^2026-01-01T00:00:00\.\d{3}Z$/)
    expect(await inspected.page.locator('.hidden-columns').count()).toBe(0)
  })

  it('has the buttons of a changed record in one row', async () => {
    await inspected.at('#/state/users/ben')
    await inspected.page.getByLabel('name', { exact: true }).fill('Benjamin')
    await inspected.button('Undo').waitFor()
    const tops = await inspected.page
      .locator('.detail .sticky button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
    expect(tops).toHaveLength(4)
    expect(new Set(tops).size).toBe(1)
  })

  it('adds and deletes records', async () => {
    await inspected.at('#/state/users')
    await inspected.button('New user').click()
    const empty = (field: string) => inspected.page.getByLabel(field, { exact: true }).getAttribute('placeholder')
    expect([await empty('alias'), await empty('name')]).toEqual(['missing', 'derived'])
    await inspected.page.getByLabel('alias', { exact: true }).fill('eve')
    await inspected.button('Add').click()
    await inspected.page
      .getByRole('article', { name: /^Record/ })
      .getByRole('heading', { name: 'eve' })
      .waitFor()
    expect(inspected.server.emulator.world.users.get('eve')).toBeDefined()
    await inspected.button('Delete').click()
    await inspected.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await until(() => expect(inspected.server.emulator.world.users.get('eve')).toBeUndefined())
    expect(inspected.wrong).toEqual([])
  })

  it('says what goes with a record that is deleted', async () => {
    await inspected.at('#/state/users/ben')
    await inspected.button('Delete').click()
    await inspected.page
      .getByRole('dialog')
      .getByText(/With it go \d+ records that refer to it: members \d/)
      .waitFor()
    await inspected.button('Cancel').click()
    expect(inspected.server.emulator.world.users.get('ben')).toBeDefined()
  })

  it('undoes a deletion, and shows it in the timeline', async () => {
    await inspected.at('#/state/orgs/acme')
    const { world } = inspected.server.emulator
    const before = world.sessions.size
    await inspected.button('Delete').click()
    await inspected.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await until(() => expect([world.orgs.get('acme'), world.sessions.size]).toEqual([undefined, 0]))
    await inspected.button('Undo').click()
    await until(() => expect(world.orgs.get('acme')).toBeDefined())
    expect(world.sessions.size).toBe(before)
    await inspected.at('#/timeline')
    await inspected.line().getByText('other branch').waitFor()
    await inspected.line().getByText('acme').first().click()
    await inspected.page.locator('.change', { hasText: 'orgs acme' }).getByText('deleted').waitFor()
    expect(inspected.wrong).toEqual([])
  })

  it('edits a list as chips', async () => {
    await inspected.at('#/state/orgs/ben-lab')
    const types = inspected.page.locator('.chips-input')
    await types.getByText('text').waitFor()
    await inspected.page.getByLabel('enabled_blob_types').selectOption('onnx')
    await inspected.button('Take text away').press('Enter')
    await until(async () => expect(await inspected.page.locator('.chips-input :focus').count()).toBe(1))
    await inspected.button('Save').click()
    await inspected.page.getByRole('gridcell').locator('.chip').getByText('onnx').last().waitFor()
    await until(() => expect(inspected.server.emulator.world.orgs.get('ben-lab')!.enabled_blob_types).toEqual(['onnx']))
    expect(inspected.wrong).toEqual([])
  })

  it('saves edited records as a fixture that the emulator starts with', async () => {
    await inspected.at('#/state/users/ben')
    await inspected.page.getByLabel('name', { exact: true }).fill('Benjamin')
    await inspected.button('Save').click()
    await inspected.page.getByRole('gridcell', { name: 'Benjamin' }).waitFor()
    const [file] = await Promise.all([
      inspected.page.waitForEvent('download'),
      inspected.button('Fixture file').click(),
    ])
    expect(file.suggestedFilename()).toBe('edited.fixture.yaml')
    const fixture = parse(await readFile(await file.path(), 'utf8')) as never
    expect(createEmulator({ fixtures: [fixture] }).world.users.get('ben')!.name).toBe('Benjamin')
  })

  it('finds records by the alias of those that they refer to', async () => {
    await inspected.at('#/state/members')
    await inspected.page.getByRole('gridcell', { name: 'ada-lab' }).waitFor()
    await inspected.page.getByLabel('Search members').fill('user_id:ben')
    await inspected.page.getByText(/^2 of \d+ records$/).waitFor()
  })

  it('searches, sorts, and follows references', async () => {
    await inspected.at('#/state/sessions')
    await inspected.page.getByText('25 records').waitFor()
    await inspected.page.getByLabel('Search sessions').fill('alias:run-1')
    await inspected.page.getByText('10 of 25 records').waitFor()
    await inspected.page.getByRole('columnheader', { name: 'alias' }).getByRole('button').click()
    await inspected.page.getByRole('columnheader', { name: 'alias' }).getByRole('button').click()
    await until(async () => expect(await inspected.page.getByRole('gridcell').first().innerText()).toBe('run-19'))
    await inspected.page.getByRole('gridcell', { name: 'run-19' }).click()
    await inspected.page
      .getByRole('article')
      .getByRole('link', { name: /^org: orgs/ })
      .click()
    await inspected.page.getByRole('heading', { name: 'acme' }).waitFor()
    expect(inspected.wrong).toEqual([])
  })

  it('follows what clients do, and shows what was before', async () => {
    await inspected.at('#/state/orgs')
    await inspected.page.getByText('3 records').waitFor()
    await inspected.make('fresh')
    await inspected.page.getByRole('gridcell', { name: 'fresh' }).first().waitFor()
    await inspected.at('#/state/orgs?at=1&when=before')
    await inspected.page.getByText('The world as it was before').waitFor()
    await inspected.page.getByText('3 records').waitFor()
    expect(await inspected.button('New org').count()).toBe(0)
  })

  it('says that there is no such table, and offers no record of it', async () => {
    await inspected.at('#/state/people')
    await inspected.page.getByText("There is no table 'people'").waitFor()
    await inspected.page.getByRole('link', { name: /^users \d/ }).waitFor()
    expect(await inspected.button(/^New|^Fixture/).count()).toBe(0)
    expect(await inspected.page.getByText('records read').count()).toBe(0)
  })

  it('lets no record run a script', async () => {
    inspected.server.emulator.world.users.insert({
      alias: '<img src=x onerror=alert(1)>',
      name: '</script><script>alert(1)</script>',
    })
    let asked = false
    inspected.page.on('dialog', (dialog) => {
      asked = true
      void dialog.dismiss()
    })
    await inspected.at('#/state/users')
    await inspected.page.getByText('<img src=x onerror=alert(1)>').first().waitFor()
    expect(asked).toBe(false)
    expect(inspected.wrong).toEqual([])
  })
})
