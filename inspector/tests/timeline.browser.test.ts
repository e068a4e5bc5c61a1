import { beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../tests/helpers/until.ts'
import { inspecting, type Inspected } from './testing.ts'

const open = inspecting()
let inspected: Inspected

describe('the timeline', () => {
  beforeEach(async () => {
    inspected = await open()
    await inspected.at('')
    await inspected.page.getByText('Nothing has come in yet').waitFor()
  })

  it('shows requests as they are answered, and what decided them', async () => {
    await inspected.api('/users/me')
    await inspected.line().getByText('/v1/users/me').waitFor()
    await inspected.api('/user/me')
    await inspected.page.getByText('endpoint_not_found').click()
    await inspected.page.locator('.detail').getByText("did you mean '/users/me'?").first().waitFor()
    await inspected.page.getByLabel('Search the timeline').fill('ada')
    await inspected.page.getByText('1 of 2 entries').waitFor()
    expect(await inspected.line().count()).toBe(1)
    await inspected.line().click()
    const clause = inspected.page.locator('.clause', { hasText: 'users.get.answers-user' })
    expect(await clause.locator('p').isVisible()).toBe(false)
    await clause.locator('summary').click()
    await clause.locator('p', { hasText: 'user' }).waitFor()
    expect(await inspected.page.locator('.detail').innerText()).not.toContain('svc-key-ada-admin')
    expect(inspected.wrong).toEqual([])
  })

  it('leads from a listing that cannot resume to what deleted the record of its cursor', async () => {
    const list = async (cursor: object) => {
      const body = JSON.stringify({ org_id: 'acme', ...cursor })
      return (await (await inspected.api('/workflow/list_sessions', { method: 'POST', body })).json()) as {
        last_session_id: string
      }
    }
    const { last_session_id: cursor } = await list({})
    inspected.server.emulator.world.sessions.delete(cursor)
    await list({ start_session_id: cursor })
    await inspected.at('#/timeline/3')
    const entry = inspected.page.getByRole('article', { name: 'Entry 3' })
    await entry.getByText('Its record was deleted by entry 2.').waitFor()
    await entry.getByRole('link', { name: 'entry 2' }).click()
    await inspected.page.getByRole('article', { name: 'Entry 2' }).getByText('sessions.delete').first().waitFor()
    expect(inspected.wrong).toEqual([])
  })

  it('is walked by keys, and filtered over all that there is', async () => {
    for (const name of ['one', 'two', 'three']) await inspected.make(name)
    await inspected.page.getByText('3 entries').waitFor()
    await inspected.page.keyboard.press('j')
    await inspected.page.keyboard.press('j')
    await until(() => expect(inspected.page.url()).toContain('#/timeline/2'))
    await inspected.page.keyboard.press('k')
    await inspected.page.getByRole('article', { name: 'Entry 1' }).waitFor()
    await inspected.page.keyboard.press('Escape')
    await inspected.page.keyboard.press('/')
    await inspected.page.keyboard.type('nothing like this')
    await inspected.page.getByText('No entry matches the filter.').waitFor()
    await inspected.page.getByText('0 of 3 entries').waitFor()
    expect(inspected.wrong).toEqual([])
  })

  it('tells answers that were not delivered from those that were, and filters them', async () => {
    const { triggers } = inspected.server.emulator
    triggers.add({ when: { endpoint: 'GET /users/me', nth: 2, at: 'after' }, do: { lose_response: true } })
    await inspected.api('/users/me')
    await inspected.api('/users/me').catch(() => {})
    await inspected.line().getByText('200 (answer lost)').waitFor()
    await inspected.page.getByLabel('Outcome').selectOption('not delivered (1)')
    await inspected.page.getByText('1 of 3 entries').waitFor()
    await inspected.line().click()
    await inspected.page.getByRole('heading', { name: 'Made 200, answer lost' }).waitFor()
    await inspected.page.reload()
    await inspected.page.getByText('1 of 3 entries').waitFor()
    const answer = inspected.line().locator('.answer')
    expect(await answer.evaluate((cell) => cell.scrollWidth <= cell.clientWidth)).toBe(true)
  })

  it('finds words in bodies, also in those that come', async () => {
    await inspected.make('one')
    await inspected.make('two')
    await inspected.page.getByLabel('Search the timeline').fill('"alias":"two"')
    await inspected.page.getByText('1 of 2 entries').waitFor()
    await inspected.line().getByText('/v1/orgs').waitFor()
    await inspected.make('two')
    await inspected.page.getByText('2 of 3 entries').waitFor()
    expect(inspected.wrong).toEqual([])
  })

  it('has an address for an entry, with its filter', async () => {
    await inspected.make('one')
    await inspected.api('/users/me')
    await inspected.at('#/timeline/2?caller=ada&outcome=success')
    await inspected.page.reload()
    await inspected.page.getByRole('article', { name: 'Entry 2' }).getByText('/v1/users/me').first().waitFor()
    expect(await inspected.page.getByLabel('Caller').inputValue()).toBe('ada')
    await inspected.page.goto(`${inspected.server.controlUrl}/#/timeline/99`)
    await inspected.page.getByText('The journal no longer holds entry 99.').waitFor()
  })

  it('copies a request with a key of the world, so that it can be made again', async () => {
    await inspected.make('one')
    await inspected.line().click()
    await inspected.button('Copy as curl').click()
    await until(async () =>
      expect(await inspected.page.evaluate(() => navigator.clipboard.readText())).toBe(
        `curl -X POST -H 'X-API-Key: svc-key-ada-admin' --json '{"name":"one","alias":"one"}' '${inspected.server.url}/orgs'`,
      ),
    )
    await inspected.button('Copy as step').click()
    await until(async () =>
      expect(await inspected.page.evaluate(() => navigator.clipboard.readText())).toBe(
        '- http: POST /orgs\n  as: svc-key-ada-admin\n  body: {"name":"one","alias":"one"}\n  expect: {"status":200}',
      ),
    )
  })

  it('begins a refusal with its message and its clause, and offers no way back where nothing changed', async () => {
    await inspected.api('/orgs/nothing')
    await inspected.line().click()
    const entry = inspected.page.getByRole('article', { name: 'Entry 1' })
    await entry.getByRole('heading', { name: '404 org_not_found' }).waitFor()
    const first = entry.locator('.hint').first()
    expect(await first.innerText()).toBe("There is no organization 'nothing', or this caller cannot see it. A-7")
    expect(await first.getByRole('link').getAttribute('title')).toContain('404')
    await entry.getByText('What decided it').waitFor()
    expect(await entry.getByText('At this point…').count()).toBe(0)
  })

  it('has due work in one row, and its entries one by one in it', async () => {
    for (const alias of ['one', 'two', 'three'])
      await inspected.api('/blobs/acme', { method: 'POST', body: JSON.stringify({ alias, type: 'text' }) })
    inspected.server.emulator.clock.advance('3s')
    await inspected.line().filter({ hasText: '3 operations finished' }).click()
    await inspected.page.getByRole('article').locator('summary', { hasText: '3 operations finished' }).click()
    expect(await inspected.page.locator('.plain-list a').count()).toBeGreaterThanOrEqual(3)
    await inspected.page.locator('.plain-list a').last().click()
    await until(async () => expect(await inspected.page.locator('.line[aria-selected=true]').count()).toBe(1))
  })

  it('shows what an entry changed, and goes back to before it', async () => {
    await inspected.make('one')
    await inspected.line().click()
    await inspected.page.getByRole('heading', { name: 'What it changed' }).waitFor()
    await inspected.page.locator('.change').getByText('orgs one').waitFor()
    await inspected.page.getByText('At this point…').click()
    await inspected.button('Go back to before').click()
    await inspected.page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()
    await until(() => expect(inspected.server.emulator.world.orgs.get('one')).toBeUndefined())
    await inspected.page.getByText('another: the world has gone back').waitFor()
    expect(inspected.wrong).toEqual([])
  })

  it('shows changes before clauses, and aliases in place of ids', async () => {
    const { id } = inspected.server.emulator.world.users.get('ben')!
    await inspected.api(`/users/${id}`)
    await inspected.api('/orgs/acme', { method: 'DELETE' })
    const path = inspected.line().locator('.what').first()
    await path.getByText('/v1/users/ben').waitFor()
    expect(await path.locator('abbr').getAttribute('title')).toBe(id)
    await inspected.at('#/timeline/2')
    await inspected.page.getByText(/^\d+ more: /).waitFor()
    const heads = await inspected.page.locator('article h3').allInnerTexts()
    expect(heads).toEqual(['What it changed', 'Asked', 'Answered 200', 'What decided it'])
    expect(await inspected.page.locator('article .change').count()).toBeGreaterThan(5)
    await inspected.button('Sentences').click()
    await inspected.page.locator('.clause').getByRole('link', { name: 'Coverage' }).first().click()
    await until(() => expect(inspected.page.url()).toContain('#/coverage?clause='))
    expect(inspected.wrong).toEqual([])
  })

  it('asks before it forgets', async () => {
    await inspected.make('one')
    await inspected.button('Clear').click()
    await inspected.button('Cancel').click()
    expect(inspected.server.emulator.journal.entries()).toHaveLength(1)
    await inspected.button('Clear').click()
    await inspected.button('Forget').click()
    await inspected.page.getByText('Nothing has come in yet').waitFor()
    expect(inspected.server.emulator.journal.entries()).toHaveLength(0)
  })
})

describe('the columns', () => {
  const cut = (selector: string) =>
    inspected.page
      .locator(selector)
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      )

  it('take the whole width until an entry is chosen, and cut nothing beside empty space', async () => {
    inspected = await open()
    const { emulator } = inspected.server
    emulator.triggers.add({ name: 'outage', when: { endpoint: '*', nth: 2 }, do: [{ fail: { status: 503 } }] })
    await inspected.api(`/orgs/${'a-long-name-of-an-organization-and-its-parts'}`)
    await inspected.api('/users/me')
    await inspected.api('/user/me')
    await inspected.at('')
    await inspected.line().getByText('endpoint_not_found').waitFor()
    const list = inspected.page.getByRole('region', { name: 'Timeline' })
    const main = inspected.page.locator('main')
    const width = async (locator: typeof main) => (await locator.boundingBox())!.width
    expect(await width(list)).toBeGreaterThan((await width(main)) * 0.95)
    expect(await cut('.line > :not(.marks)')).toEqual([])
    await inspected.line().getByText('trigger', { exact: true }).waitFor()
    await inspected.line().getByText('note', { exact: true }).waitFor()
    await inspected.line().getByText("did you mean '/users/me'?").waitFor()
    await inspected.line().first().click()
    await inspected.page.getByRole('article', { name: 'Entry 1' }).waitFor()
    expect(await width(list)).toBeLessThan((await width(main)) * 0.65)
    expect(await cut('.line > .marks')).toEqual([])
    expect(inspected.wrong).toEqual([])
  })

  it('are the same for every method', async () => {
    inspected = await open()
    for (const method of ['GET', 'HEAD']) await inspected.api('/users/me', { method })
    await inspected.at('')
    await inspected.line().nth(1).waitFor()
    const lefts = (row: number) =>
      inspected
        .line()
        .nth(row)
        .evaluate((line) => Array.from(line.children, (cell) => cell.getBoundingClientRect().left))
    expect(await lefts(1)).toEqual(await lefts(0))
  })

  it.each([1280, 390])('has its filters in one row, %i wide', async (width) => {
    inspected = await open({}, { viewport: { width, height: 844 } })
    await inspected.make('one')
    await inspected.at('')
    await inspected.line().first().waitFor()
    const tops = await inspected.page
      .locator('.pills > *')
      .evaluateAll((pills) => pills.map((pill) => pill.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    expect(await cut('.pills')).toEqual([])
    await inspected.page.getByLabel('Caller').selectOption('ada (1)')
    await inspected.page.locator('.filter.set').getByText('Caller').waitFor()
    await inspected.button('Show all').click()
    await until(async () => expect(await inspected.page.locator('.filter.set').count()).toBe(0))
  })

  it('colours no method as a refusal', async () => {
    inspected = await open()
    for (const [method, path] of [
      ['POST', '/orgs'],
      ['DELETE', '/orgs/nothing'],
    ] as const)
      await inspected.api(path, { method, ...(method === 'POST' && { body: '{}' }) })
    await inspected.at('')
    const colours = (selector: string) =>
      inspected.page.locator(selector).evaluateAll((all) => all.map((each) => getComputedStyle(each).color))
    await inspected.line().locator('.answer.refused').first().waitFor()
    const refused = await colours('.answer.refused')
    for (const colour of await colours('.line .kind')) expect(refused).not.toContain(colour)
  })
})

describe('a long timeline', () => {
  const fill = async (count: number) => {
    const { emulator } = inspected.server
    const request = { headers: { 'x-api-key': 'svc-key-ada-admin' } }
    for (let n = 0; n < count; n++) await emulator.fetch(new Request('http://svc.test/v1/users/me', request))
  }
  const list = () => inspected.page.getByRole('listbox')
  const focused = () => inspected.page.evaluate(() => document.activeElement?.className)

  it.each([1280, 700, 390])('shows whole numbers of entries, %i wide', async (width) => {
    inspected = await open({ journal: { size: 20 } }, { viewport: { width, height: 800 } })
    await fill(10_010)
    await inspected.at('')
    const numbers = list().locator('.line .number')
    await numbers.getByText('10010').waitFor()
    expect(await numbers.evaluateAll((all) => all.every((each) => each.scrollWidth <= each.clientWidth))).toBe(true)
    const edges = await numbers.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right))
    expect(new Set(edges).size).toBe(1)
  })

  it('is walked from where it stands, and has the focus again when an entry is closed', async () => {
    inspected = await open()
    await fill(200)
    await inspected.at('')
    await list().locator('.number').getByText('200', { exact: true }).waitFor()
    await inspected.page.keyboard.press('k')
    await inspected.page.getByRole('article', { name: 'Entry 200' }).waitFor()
    await inspected.button('Copy as curl').focus()
    await inspected.page.keyboard.press('Escape')
    await until(async () => expect(await focused()).toContain('lines'))
    await list().evaluate((element) => {
      element.scrollTop = 30 * 90
    })
    await inspected.page.keyboard.press('j')
    await inspected.page.getByRole('article', { name: 'Entry 91' }).waitFor()
    await inspected.button('Close').click()
    await until(async () => expect(await focused()).toContain('lines'))
    expect(inspected.wrong).toEqual([])
  })

  it('has the entry of a link in sight', async () => {
    inspected = await open()
    await fill(200)
    await inspected.at('#/timeline/3')
    await inspected.page.getByRole('article', { name: 'Entry 3' }).getByText('Answered 200').waitFor()
    expect(await inspected.line().locator('.number').first().innerText()).toBe('1')
    await list().getByRole('option', { selected: true }).getByText('3', { exact: true }).waitFor()
  })

  it('goes on where it was left, 390 wide', async () => {
    inspected = await open({}, { viewport: { width: 390, height: 844 } })
    await fill(200)
    await inspected.at('')
    await list().locator('.number').getByText('200', { exact: true }).waitFor()
    await list().evaluate((element) => {
      element.scrollTop = 54 * 90
    })
    await inspected.line().getByText('95', { exact: true }).click()
    await inspected.button('← Timeline').click()
    await until(async () => expect(await focused()).toContain('lines'))
    await inspected.line().getByText('95', { exact: true }).waitFor()
    expect(await list().locator('.number').getByText('200', { exact: true }).count()).toBe(0)
  })
})
