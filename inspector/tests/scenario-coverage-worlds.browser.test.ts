import type { Route } from 'playwright-core'
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
    await inspected.button('Add trigger').click()
    await inspected.page.getByRole('alert').waitFor()
    await inspected.page
      .getByLabel('Trigger as JSON')
      .fill('{"name":"down","when":{"endpoint":"GET /users/me"},"do":[{"fail":{"error":"internal_error"}}]}')
    await inspected.button('Add trigger').click()
    await inspected.page.getByText('never matched').waitFor()
    expect((await inspected.api('/users/me')).status).toBe(500)
    await inspected.page.getByText('matched 1, fired 1').waitFor()
    await inspected.button('Edit down').click()
    await inspected.page
      .getByLabel('Trigger as JSON')
      .fill('{"name":"down","when":{"endpoint":"GET /users/me"},"do":[{"fail":{"status":503,"body":"away"}}]}')
    await inspected.button('Save').click()
    await inspected.page.getByText('matched 1, fired 1').waitFor()
    expect((await inspected.api('/users/me')).status).toBe(503)
    await inspected.page.getByText('matched 2, fired 2').waitFor()
    expect(inspected.wrong).toEqual([expect.stringContaining('400 (Bad Request)')])
  })

  it('keeps a trigger that is switched off or edited, with its place, id and counts', async () => {
    const { triggers } = inspected.server.emulator
    for (const name of ['first', 'second'])
      triggers.add({ name, when: { endpoint: 'GET /users/me' }, do: [{ fail: { status: 503, body: name } }] })
    const heads = () => inspected.page.locator('.trigger .name').allInnerTexts()
    await inspected.at('#/scenario')
    await inspected.button('Switch off first').click()
    await inspected.button('Switch on first').waitFor()
    expect(await (await inspected.api('/users/me')).text()).toBe('second')
    for (const view of ['Timeline', 'Scenario'])
      await inspected.page.getByRole('link', { name: view, exact: true }).click()
    await inspected.page.reload()
    await inspected.button('Switch on first').click()
    await inspected.button('Switch off first').waitFor()
    expect(await (await inspected.api('/users/me')).text()).toBe('first')
    await inspected.page.getByText('matched 1, fired 1').first().waitFor()
    await inspected.button('Edit first').click()
    const text = inspected.page.getByLabel('Trigger as JSON')
    await text.fill('{"when":{"endpoint":"GET /users/me"}}')
    await inspected.button('Save').click()
    await inspected.page.getByRole('alert').getByText('do: ').waitFor()
    await text.fill('{"when":{"endpoint":"GET /users/me"},"do":[{"fail":{"status":503,"body":"edited"}}]}')
    await inspected.button('Save').click()
    await inspected.button('Edit trigger-1').waitFor()
    expect(await heads()).toEqual(['trigger-1', 'second'])
    expect(await (await inspected.api('/users/me')).text()).toBe('edited')
    expect(triggers.list()).toMatchObject([
      { id: 'trigger-1', matched: 2, fired: 2 },
      { id: 'trigger-2', name: 'second' },
    ])
    expect(await inspected.page.locator('.trigger.marked').count()).toBe(0)
    await inspected.at('#/scenario?trigger=trigger-1')
    await inspected.page.locator('.trigger.marked').getByText('trigger-1').waitFor()
  })

  it('says triggers as sentences, and why one never fired', async () => {
    const { triggers } = inspected.server.emulator
    await inspected.api('/users/me')
    triggers.add({ name: 'bens', when: { endpoint: 'GET /users/:user_id', caller: 'ben' }, do: [{ drop: true }] })
    await inspected.at('#/scenario')
    await inspected.page
      .getByRole('heading', { name: 'Drop the connection of every GET /users/:user_id by ben' })
      .waitFor()
    await inspected.page.getByText('caller: expected ben, got ada').waitFor()
    await inspected.page.getByRole('link', { name: '#1' }).click()
    await inspected.page.getByRole('article', { name: 'Entry 1' }).waitFor()
    expect(inspected.wrong).toEqual([])
  })

  it('makes a trigger in a sentence, with its problems beside the fields', async () => {
    await inspected.at('#/scenario')
    await inspected.button('New trigger').click()
    const field = (name: string) => inspected.page.locator('.editor').getByLabel(name, { exact: true })
    const json = async () => JSON.parse(await field('Trigger as JSON').inputValue()) as unknown
    await field('endpoint').fill('POST /orgs')
    await field('first').fill('two')
    await inspected.button('Add trigger').click()
    await inspected.page.locator('.field.wrong').getByText('expected number').waitFor()
    await field('first').fill('2')
    await inspected.page.getByText('Fail the next 2 POST /orgs with 503').waitFor()
    await field('With').selectOption('error')
    await inspected.page.getByText('More conditions').click()
    await field('above').fill('100/s')
    expect(await json()).toEqual({
      when: { endpoint: 'POST /orgs', first: 2, above: '100/s' },
      do: [{ fail: { error: 'internal_error' } }],
    })
    await field('error').selectOption('')
    await inspected.page.getByText('Fail the next 2 POST /orgs beyond 100/s with …').waitFor()
    await field('error').selectOption('limit_exceeded')
    expect(await json()).toMatchObject({ do: [{ fail: { error: 'limit_exceeded' } }] })
    await field('above').fill('')
    await field('What it does').selectOption('truncate')
    await field('With').selectOption('bytes')
    await field('bytes').fill('20')
    await inspected.page.getByText('Cut the answer to the next 2 POST /orgs after 20 bytes').waitFor()
    await field('name').fill('cutter')
    await inspected.button('Add trigger').click()
    await inspected.button('Edit cutter').waitFor()
    expect(inspected.server.emulator.triggers.list()[0]!.trigger).toEqual({
      name: 'cutter',
      when: { endpoint: 'POST /orgs', first: 2 },
      do: [{ truncate: { bytes: 20 } }],
    })
  })

  it('has a form for every fault and change, and none for two of them', async () => {
    await inspected.at('#/scenario')
    await inspected.button('New trigger').click()
    const field = (name: string) => inspected.page.locator('.editor').getByLabel(name, { exact: true })
    await field('What it does').waitFor()
    const names = await field('What it does')
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
    expect(names).toHaveLength(24)
    for (const name of names) {
      await field('What it does').selectOption(name)
      await until(async () => expect(await field('Trigger as JSON').inputValue()).toContain(`"${name}":`))
    }
    await field('What it does').selectOption('close')
    await field('endpoint').fill('workflow.list_sessions')
    await field('code').fill('1012')
    await inspected.page.getByText('Close the socket of the next workflow.list_sessions with code 1012').waitFor()
    await field('Trigger as JSON').fill('{"when":{"command":"*"},"do":[{"stall":true},{"delay":"1s"}]}')
    await inspected.page.getByText('Stall the answer to every call after half of it, then delay it by 1 s').waitFor()
    expect(await inspected.page.locator('.sentence-form').count()).toBe(0)
    expect(inspected.wrong).toEqual([])
  })

  it('asks before it leaves a trigger that is not saved', async () => {
    await inspected.at('#/scenario')
    await inspected.button('New trigger').click()
    await inspected.page.locator('.editor').getByLabel('endpoint', { exact: true }).fill('GET /users/me')
    for (const leave of [
      () => inspected.page.getByRole('link', { name: 'Timeline', exact: true }).click(),
      () => inspected.button('New trigger').click(),
    ]) {
      await leave()
      await inspected.page.getByRole('dialog').getByText('Leave without saving?').waitFor()
      await inspected.button('Cancel').last().click()
    }
    expect(await inspected.page.locator('.editor').getByLabel('endpoint', { exact: true }).inputValue()).toBe(
      'GET /users/me',
    )
    await inspected.button('Add trigger').click()
    await inspected.button('Edit trigger-1').waitFor()
    await inspected.page.getByRole('link', { name: 'Timeline', exact: true }).click()
    await inspected.page.getByRole('region', { name: 'Timeline' }).waitFor()
  })

  it('orders triggers, deletes one, and adds it again', async () => {
    const { triggers } = inspected.server.emulator
    for (const name of ['first', 'second', 'third'])
      triggers.add({ name, when: { endpoint: 'GET /users/me' }, do: [{ fail: { status: 503, body: name } }] })
    await inspected.at('#/scenario')
    const names = () => triggers.list().map(({ name }) => name)
    await inspected.button('Move third up').click()
    await until(() => expect(names()).toEqual(['first', 'third', 'second']))
    await inspected.button('Move first down').click()
    await until(() => expect(names()).toEqual(['third', 'first', 'second']))
    await until(async () => expect(await inspected.button('Move third up').isDisabled()).toBe(true))
    await inspected.button('Delete third').click()
    await until(() => expect(names()).toEqual(['first', 'second']))
    await inspected.button('Add it again').click()
    await until(() => expect(names()).toEqual(['first', 'second', 'third']))
    expect(inspected.wrong).toEqual([])
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
    await inspected.page.locator('.clause summary', { hasText: 'user.role-owner-for-self' }).click()
    await inspected.page.locator('.clause[open]').getByRole('link', { name: 'Coverage' }).click()
    await until(async () =>
      expect(await inspected.page.getByLabel('Search clauses').inputValue()).toBe('user.role-owner-for-self'),
    )
    await inspected.page.getByLabel('only never exercised').check()
    await inspected.page.getByText('No clause contains all of these words.').waitFor()
    expect(inspected.wrong).toEqual([])
  })

  it('compares a snapshot, a world and an entry with now', async () => {
    const { emulator } = inspected.server
    await inspected.at('#/worlds')
    await inspected.page.getByLabel('Name of the snapshot').fill('start')
    await inspected.button('Take').click()
    await inspected.button('New from now').click()
    await inspected.page.getByRole('link', { name: 'w1', exact: true }).waitFor()
    await inspected.make('one')
    emulator.world.users.update('ben', { name: 'Benjamin' })
    for (const name of ['Compare start with now', 'Compare w1 with this world']) {
      await inspected.page.getByRole('link', { name }).click()
      const card = inspected.page.locator('.compare')
      await card.getByText('3 records differ: 2 inserted, 1 changed, 0 deleted').waitFor()
      await card.locator('.change', { hasText: 'users ben' }).getByText('Benjamin').waitFor()
    }
    await inspected.at('#/timeline/1')
    await inspected.page.getByText('At this point…').click()
    await inspected.page.getByRole('link', { name: 'Compare before with now' }).click()
    await inspected.page.locator('.compare').getByRole('link', { name: 'orgs one' }).waitFor()
    expect(await inspected.page.getByLabel('From').inputValue()).toBe('before:1')
    await inspected.page.getByLabel('To', { exact: true }).selectOption('snapshot start')
    await inspected.page.locator('.compare').getByText('0 records differ').waitFor()
    expect(inspected.wrong).toEqual([])
  })

  it('compares with now again when something was changed, one question at a time', async () => {
    const { page, server } = inspected
    const asked: Route[] = []
    await page.route('**/diff', (route) => void asked.push(route))
    const answered = async (index: number, records: string) => {
      await until(() => expect(asked).toHaveLength(index + 1))
      await asked[index]!.continue()
      await page.locator('.compare').getByText(records).waitFor()
    }
    const heard = (entry: number) =>
      page.getByLabel('From').locator(`option[value="after:${entry}"]`).waitFor({ state: 'attached' })
    await inspected.make('one')
    await inspected.at('#/worlds?a=before:1')
    // Again when the journal was read: something may have come meanwhile.
    for (const [index, records] of ['2 records differ', '2 records differ'].entries()) await answered(index, records)
    await inspected.api('/users/me')
    await inspected.make('one')
    await heard(3)
    expect(asked).toHaveLength(2)
    for (const [index, name] of ['two', 'three', 'four'].entries()) {
      await inspected.make(name)
      await heard(4 + index)
    }
    expect(asked).toHaveLength(3)
    await answered(2, '8 records differ')
    await answered(3, '8 records differ')
    server.emulator.world.users.update('ben', { name: 'Benjamin' })
    await answered(4, '9 records differ')
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
    await inspected.page.getByRole('link', { name: 'w1', exact: true }).click()
    await inspected.page.getByText('world w1').waitFor()
    expect(inspected.wrong).toEqual([])
  })
})
