import { beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../tests/helpers/until.ts'
import { inspecting, type Inspected } from './testing.ts'

const open = inspecting()
let inspected: Inspected

describe('scenario, coverage, time and worlds', () => {
  beforeEach(async () => {
    inspected = await open()
  })

  it('puts triggers in force, edits them and switches them off', async () => {
    await inspected.at('#/scenario')
    await inspected.button('New trigger').click()
    await inspected.page.getByLabel('Trigger as JSON').fill('{"when":{}}')
    await inspected.button('Put in force').click()
    await inspected.page.getByRole('alert').waitFor()
    await inspected.page
      .getByLabel('Trigger as JSON')
      .fill('{"name":"down","when":{"endpoint":"GET /users/me"},"do":[{"fail":{"error":"internal_error"}}]}')
    await inspected.button('Put in force').click()
    await inspected.page.getByText('never matched').waitFor()
    expect((await inspected.api('/users/me')).status).toBe(500)
    await inspected.page.getByText('matched 1, fired 1').waitFor()
    await inspected.button('Edit down').click()
    await inspected.page
      .getByLabel('Trigger as JSON')
      .fill('{"name":"down","when":{"endpoint":"GET /users/me"},"do":[{"fail":{"status":503,"body":"away"}}]}')
    await inspected.button('Save').click()
    await inspected.page.getByText('never matched').waitFor()
    expect((await inspected.api('/users/me')).status).toBe(503)
    await inspected.button('Switch off down').click()
    await inspected.button('Switch on down').waitFor()
    expect((await inspected.api('/users/me')).status).toBe(200)
    await inspected.button('Switch on down').click()
    await inspected.button('Edit down').waitFor()
    expect((await inspected.api('/users/me')).status).toBe(503)
  })

  it('leads from a clause to the entries that rested on it, and back', async () => {
    await inspected.api('/users/me')
    await inspected.make('one')
    await inspected.at('#/coverage')
    await inspected.page
      .locator('.lead')
      .getByText(/of the specification/)
      .waitFor()
    await inspected.page.getByLabel('Search clauses').fill('user.role-owner-for-self')
    await inspected.page.getByRole('link', { name: /^1 times/ }).click()
    await inspected.page.getByText('1 of 2 entries').waitFor()
    await inspected.line().click()
    await inspected.page.getByRole('link', { name: 'user.role-owner-for-self' }).click()
    await until(async () =>
      expect(await inspected.page.getByLabel('Search clauses').inputValue()).toBe('user.role-owner-for-self'),
    )
    await inspected.page.getByLabel('only never exercised').check()
    await inspected.page.getByText('No clause has all of these words.').waitFor()
    expect(inspected.wrong).toEqual([])
  })

  it('moves the clock, takes snapshots, makes worlds and starts over', async () => {
    await inspected.at('#/worlds')
    await inspected.button('+1h').click()
    await inspected.page.getByText('2026-01-01 01:00:00.000').first().waitFor()
    await inspected.page.getByLabel('Name of the snapshot').fill('later')
    await inspected.button('Take').click()
    await inspected.button('Restore later').waitFor()
    await inspected.button('Reset').click()
    await inspected.page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
    await until(async () => expect(await inspected.page.locator('.now').innerText()).toBe('2026-01-01 00:00:00.000'))
    await inspected.button('Restore later').click()
    await inspected.button('Go back').click()
    await until(async () => expect(await inspected.page.locator('.now').innerText()).toBe('2026-01-01 01:00:00.000'))
    await inspected.button('Delete later').click()
    await inspected.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await until(async () => expect(await inspected.button('Restore later').count()).toBe(0))
    await inspected.button('New from the start').click()
    await inspected.page.getByRole('link', { name: 'w1' }).click()
    await inspected.page.getByText('world w1').waitFor()
    expect(inspected.wrong).toEqual([])
  })
})
