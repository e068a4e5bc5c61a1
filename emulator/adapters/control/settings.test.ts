import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'
import { hostOf } from '../../host/instance-of.ts'
import { defaultSettings } from '../../engine/world/settings.ts'

describe('GET /settings', () => {
  it('answers every setting', async () => {
    expect((await controlOf().get('/settings')).body).toEqual({ settings: defaultSettings() })
    const control = controlOf({ settings: { page_rows: 2, statuses: { user_not_found: 410 } } })
    expect((await control.get('/settings')).body.settings).toMatchObject({
      page_rows: 2,
      statuses: { user_not_found: 410 },
    })
  })
})

describe('PATCH /settings', () => {
  it('changes what is given, from the next request on', async () => {
    const control = controlOf({ settings: { page_rows: 3 } })
    const changes = { statuses: { user_not_found: 410 }, limits: { orgs_per_user: 7 } }
    const { status, body } = await control.patch('/settings', changes)
    expect([status, body.settings]).toEqual([
      200,
      {
        ...defaultSettings(),
        page_rows: 3,
        statuses: { user_not_found: 410 },
        limits: { ...defaultSettings().limits, orgs_per_user: 7 },
      },
    ])
    expect((await control.get('/settings')).body).toEqual(body)
    expect((await control.api('GET', '/users/no-such')).status).toBe(410)
  })

  it('puts defaults back with null', async () => {
    const settings = { page_rows: 2, statuses: { user_not_found: 410 }, limits: { orgs_per_user: 7, graph_depth: 2 } }
    const control = controlOf({ settings })
    const changes = { page_rows: null, statuses: { user_not_found: null }, limits: { orgs_per_user: null } }
    await control.patch('/settings', changes)
    expect(control.emulator.export().settings).toStrictEqual({
      ...defaultSettings(),
      limits: { ...defaultSettings().limits, graph_depth: 2 },
    })
    expect((await control.patch('/settings', { limits: null, statuses: null })).body).toEqual({
      settings: defaultSettings(),
    })
  })

  it('loses no change of another call under way', async () => {
    const control = controlOf()
    const calls = [
      control.patch('/settings', { page_rows: 2 }),
      control.post('/state/users', { alias: 'eve' }),
      control.patch('/settings', { default_limit: 7 }),
    ]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 201, 200])
    expect(control.emulator.world.users.get('eve')).toBeDefined()
    expect((await control.get('/settings')).body.settings).toMatchObject({ page_rows: 2, default_limit: 7 })
  })

  it('is one entry of the journal, and none where nothing changes', async () => {
    const control = controlOf()
    await control.patch('/settings', { page_rows: 2, limits: { orgs_per_user: 7 } })
    await control.patch('/settings', { page_rows: 2 })
    await control.patch('/settings', {})
    expect((await control.get('/journal')).body.entries).toMatchObject([
      {
        number: 1,
        via: 'control',
        unit: 'PATCH /settings',
        did: 'control: PATCH /settings page_rows 2, limits orgs_per_user 7',
      },
    ])
  })

  it('is taken back by the way back to an entry, and by a reset', async () => {
    const control = controlOf({ trace: true, settings: { page_rows: 5 } })
    const pageRows = async () => (await control.get('/settings')).body.settings.page_rows
    await control.patch('/settings', { page_rows: 2 })
    await control.api('GET', '/users/me')
    await control.patch('/settings', { page_rows: 1 })
    await control.post('/journal/2/restore', {})
    expect(await pageRows()).toBe(2)
    await control.post('/journal/1/restore', { when: 'before' })
    expect(await pageRows()).toBe(5)
    await control.patch('/settings', { page_rows: 9 })
    await control.post('/reset')
    expect(await pageRows()).toBe(5)
  })

  it('keeps the place in an order that stays', async () => {
    const order = ['GET /users/me#1 is answered', 'GET /orgs/:org_id#1 is answered']
    const control = controlOf({ settings: { order } })
    await control.api('GET', '/users/me')
    await control.patch('/settings', { page_rows: 2 })
    await control.api('GET', '/orgs/acme')
    expect(hostOf(control.emulator).order.isKept).toBe(true)
  })

  it.each([
    [{ page_row: 2 }, "page_row: unknown field, did you mean 'page_rows'?", ['page_row']],
    [{ page_rows: 0 }, 'page_rows: expected at least 1, got number 0', ['page_rows']],
    [{ page_rows: 2, unspecified: 'wran' }, "did you mean 'warn'?", ['unspecified']],
    [{ trailing_page: 'no' }, 'trailing_page: expected boolean, got string "no"', ['trailing_page']],
    [{ limits: { org_per_user: 1 } }, "did you mean 'orgs_per_user'?", ['limits', 'org_per_user']],
    [
      { statuses: { user_not_found: 200 } },
      'statuses.user_not_found: expected at least 400',
      ['statuses', 'user_not_found'],
    ],
    [{ broken: ['user.has-nam'] }, "did you mean 'user.has-name'?", ['broken', 0]],
    [{ page_rows: 2, sockets: ['open'] }, 'sockets[0]: expected', ['sockets', 0]],
    [[], 'expected object, got', []],
  ])('refuses %j, and changes nothing', async (changes, message, path) => {
    const control = controlOf()
    const before = control.emulator.export()
    expect(await control.patch('/settings', changes)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', message: expect.stringContaining(message), problems: [{ path }] },
    })
    expect(control.emulator.export()).toEqual(before)
    expect((await control.get('/journal')).body.entries).toEqual([])
  })
})
