import { beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../tests/helpers/until.ts'
import { findBarriers } from './find-barriers.ts'
import { inspecting, type Inspected } from './testing.ts'

const open = inspecting()
let inspected: Inspected

describe('trying', () => {
  beforeEach(async () => {
    inspected = await open()
  })

  it('begins with the request that most people try first, in groups by resource', async () => {
    await inspected.at('#/try')
    await inspected.page.getByRole('article', { name: 'GET /users/:user_id' }).waitFor()
    expect(await inspected.page.getByRole('textbox', { name: 'user_id' }).inputValue()).toBe('me')
    const groups = await inspected.page
      .getByRole('navigation', { name: 'Endpoints' })
      .getByRole('heading')
      .allInnerTexts()
    expect(groups.slice(0, 3)).toEqual(['users', 'api-keys', 'credentials'])
    await inspected.button('Send').click()
    await inspected.page.getByText('Answered 200').waitFor()
  })

  it('sends a request with a key of the world, and keeps it as a step', async () => {
    await inspected.at(`#/try/http/${encodeURIComponent('POST /orgs')}`)
    await inspected.page.getByLabel('alias').fill('made-here')
    await until(async () =>
      expect(await inspected.page.getByLabel('As', { exact: true }).inputValue()).toBe('svc-key-ada-admin'),
    )
    await inspected.button('Send').click()
    await inspected.page.getByText('Answered 200').waitFor()
    await inspected.page.getByRole('link', { name: 'entry 1' }).waitFor()
    expect(inspected.server.emulator.world.orgs.get('made-here')).toBeDefined()
    // A step holds what was sent, not what is typed since.
    await inspected.page.getByLabel('alias').fill('typed-since')
    await inspected.button('Keep as step').click()
    await inspected.page.getByRole('link', { name: 'Scenario', exact: true }).click()
    await inspected.page.getByRole('region', { name: 'Step 1' }).getByText('http: POST /orgs').waitFor()
    await inspected.page.getByRole('region', { name: 'Step 1' }).getByText('made-here').waitFor()
    expect(inspected.wrong).toEqual([])
  })

  it('calls a command over a socket', async () => {
    await inspected.at('#/try/socket/workflow.list_sessions')
    await inspected.page.getByLabel('org_id').fill('acme')
    await until(async () =>
      expect(await inspected.page.getByLabel('As', { exact: true }).inputValue()).toBe('svc-key-ada-admin'),
    )
    await inspected.button('Call').click()
    await inspected.page.getByText('Answered success').waitFor()
    await inspected.page.getByRole('region', { name: 'Answer' }).getByText('"sessions"').waitFor()
    expect(inspected.server.emulator.journal.entries({ via: 'socket' })).toHaveLength(1)
    expect(inspected.wrong).toEqual([])
  })

  it('begins with what an entry sent', async () => {
    await inspected.make('one')
    await inspected.at('#/timeline/1')
    await inspected.page.getByRole('link', { name: 'Edit and try' }).click()
    await until(async () => expect(await inspected.page.getByLabel('alias').inputValue()).toBe('one'))
    await inspected.button('Send').click()
    await inspected.page.getByText('Answered 409 alias_taken').waitFor()
  })
})

describe('keeps nobody out', () => {
  beforeEach(async () => {
    inspected = await open()
  })

  it('of the list', async () => {
    await inspected.at('#/try')
    await inspected.page.getByRole('navigation', { name: 'Endpoints and commands' }).waitFor()
    expect(await findBarriers(inspected.page)).toEqual([])
  })

  describe.each([
    ['http', 'POST /orgs', 'alias'],
    ['socket', 'workflow.list_sessions', 'org_id'],
  ])('over %s, %s', (transport, name, field) => {
    it.each([
      ['refused', 'Empty', '.tried, .error'],
      ['answered', 'Example', '.tried'],
    ])('%s', async (_, fill, outcome) => {
      await inspected.at(`#/try/${transport}/${encodeURIComponent(name)}`)
      await inspected.page.getByLabel(field).first().waitFor()
      await inspected.button(fill).click()
      await inspected.button(/^(Send|Call)$/).click()
      await inspected.page.locator(outcome).first().waitFor()
      // The list beside it is long, and searched above.
      expect(await findBarriers(inspected.page, { within: 'article' })).toEqual([])
    })
  })
})
