import { beforeEach, describe, expect, it } from 'vitest'
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

  it('adds and deletes records', async () => {
    await inspected.at('#/state/users')
    await inspected.button('New user').click()
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
