import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { openSession } from '../../engine/kernel/realtime/session.ts'
import { hostOf } from '../../host/instance-of.ts'
import { loadScenario, replay } from '../../scenario/index.ts'
import { TestControl, controlOf } from '../../../tests/helpers/control.ts'
import { Ajv } from 'ajv'
import { createRequire } from 'node:module'

describe('GET /journal.scenario', () => {
  async function exported(
    control: TestControl,
    query = '',
  ): Promise<{ scenario: { steps: Record<string, unknown>[] }; left_out: { entry: number | null; reason: string }[] }> {
    const { status, body } = await control.get(`/journal.scenario${query}`)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toMatch(/svc-key-|svc-token-/)
    return body
  }

  const replayReasons = async (scenario: object) => {
    const { steps, problems } = await replay(await loadScenario(scenario))
    return [...steps.flatMap(({ title, reasons }) => reasons.map((reason) => `${title}: ${reason}`)), ...problems]
  }

  it('replays polls of a world with a real clock: time is summed until it caused something', async () => {
    let now = 0
    const control = controlOf({ trace: true, clock: 'real', real: { now: () => now } })
    now += 471
    await control.api('POST', '/blobs/acme', { alias: 'logs', type: 'text' })
    const states: unknown[] = []
    for (let poll = 0; poll < 8; poll++) {
      now += 350
      states.push((await control.api('GET', '/blobs/acme/logs')).body.blob.condition)
    }
    expect(new Set(states).size).toBe(2)
    const { scenario } = await exported(control)
    // Work of the starter world makes four of the eight gaps steps.
    expect(scenario.steps.filter(({ clock }) => clock)).toHaveLength(4)
    expect(await replayReasons(scenario)).toEqual([])
  })

  it('replays to what was answered: requests, calls, time and triggers', async () => {
    const control = controlOf({ trace: true, seed: 3, settings: { write_ms: 5 } })
    await control.post('/triggers', {
      when: { endpoint: 'GET /users/me', nth: 2 },
      do: [{ fail: { error: 'internal_error' } }],
    })
    const {
      body: { blob },
    } = await control.api('POST', '/blobs/acme', { alias: 'logs', type: 'text' })
    control.emulator.clock.advance('1h')
    await control.api('GET', `/blobs/acme/${blob.id}`)
    await control.api('GET', '/users/me')
    await control.api('GET', '/users/me')
    const session = openSession(hostOf(control.emulator), {
      url: '/v1/realtime',
      headers: ['x-api-key', 'svc-key-ada-admin'],
      send: () => {},
      close: () => {},
    })
    session.receive(
      JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'workflow.list_sessions', params: { org_id: 'acme' } }),
    )
    const { scenario, left_out: leftOut } = await exported(control)
    expect(leftOut).toEqual([])
    expect(scenario.steps.map((step) => step['http'] ?? step['call'] ?? step['clock'])).toEqual([
      'POST /blobs/acme',
      { advance: '1h' },
      'GET /blobs/acme/${blob_id}',
      'GET /users/me',
      'GET /users/me',
      'workflow.list_sessions',
    ])
    expect(await replayReasons(scenario)).toEqual([])
    const first = scenario.steps[0] as { expect: { status: number } }
    first.expect.status = 418
    expect(await replayReasons(scenario)).toContainEqual(expect.stringContaining('expected 418, got 200'))
  })

  it('holds what happened since the reset, on the branch that the world is on', async () => {
    const control = controlOf({ trace: true })
    await control.api('GET', '/users/ben')
    await control.post('/reset')
    await control.api('GET', '/users/me')
    await control.api('POST', '/blobs/acme', { alias: 'a', type: 'text' })
    control.emulator.trace.restore(3)
    await control.api('GET', '/orgs/acme')
    const { scenario } = await exported(control)
    expect(scenario.steps.map((step) => step['http'])).toEqual(['GET /users/me', 'GET /orgs/acme'])
  })

  it('says that no step stops between two pieces of work that are due at once', async () => {
    const control = controlOf({ trace: true, seed: 3 })
    control.emulator.clock.advance('40s')
    control.emulator.trace.restore(1)
    await control.api('GET', '/users/me')
    const { left_out: leftOut } = await exported(control)
    expect(leftOut).toEqual([
      {
        entry: expect.any(Number),
        reason: expect.stringMatching(/: no step stops between two pieces of work that are due at once$/),
      },
    ])
  })

  it('says what it does not hold', async () => {
    const control = controlOf({
      trace: true,
      journal: { size: 3 },
      fixtures: ['starter', { fixture: 1, name: 'mine', records: {} }],
    })
    await control.post('/state/users', { alias: 'eve' })
    await control.api('GET', '/users/me')
    await control.emulator.fetch('/somewhere/else')
    await control.emulator.fetch('/v1/users/me?api_key=svc-key-ada-admin')
    await control.api('GET', '/users/ben')
    const { left_out: leftOut } = await exported(control)
    expect(leftOut).toEqual([
      { entry: null, reason: 'the fixture mine must be given beside the scenario' },
      { entry: null, reason: 'the journal no longer has 2 entries since the start: the steps begin after them' },
      { entry: 3, reason: 'GET /somewhere/else: its path is not below /v1' },
    ])
  })

  it('holds what others than requests changed, each at its place', async () => {
    const control = controlOf({ trace: true, settings: { page_rows: 3, limits: { graph_depth: 5 } } })
    await control.patch('/settings', { page_rows: null, default_limit: 2, limits: { orgs_per_user: 9 } })
    await control.post('/state/users', { alias: 'eve' })
    const { blob } = (await control.api('POST', '/blobs/acme', { alias: 'logs', type: 'text' })).body
    control.emulator.clock.advance('1h')
    control.emulator.world.blobs.update(blob.id, { name: 'Logs' })
    control.emulator.world.metadata.insert({ target: 'blob', target_id: blob.id, alias: 'card', key: 'n', value: 1 })
    control.emulator.world.users.delete('ben')
    expect((await control.api('GET', `/blobs/acme/${blob.id}`)).body.blob.name).toBe('Logs')
    const { scenario, left_out: leftOut } = await exported(control)
    expect(leftOut).toEqual([])
    expect(scenario).toMatchObject({
      world: { settings: { default_limit: 2, limits: { graph_depth: 5, orgs_per_user: 9 } } },
    })
    expect(scenario).not.toHaveProperty('world.settings.page_rows')
    expect(scenario.steps.map(({ expect: _, as: __, body: ___, save: ____, ...step }) => step)).toEqual([
      {
        change: {
          insert: {
            users: {
              name: 'eve',
              alias: 'eve',
              type: 'human',
              status: 'active',
              owner_user_id: null,
              created_at: '2026-01-01T00:00:00.000Z',
            },
          },
        },
      },
      { http: 'POST /blobs/acme' },
      { clock: { advance: '1h' } },
      { change: { update: { blobs: { logs: { name: 'Logs' } } } } },
      { change: { insert: { metadata: expect.objectContaining({ target_id: '${blob_id}', value: 1 }) as object } } },
      { change: { delete: { users: 'ben' } } },
      { http: 'GET /blobs/acme/${blob_id}' },
    ])
    expect(await replayReasons(scenario)).toEqual([])
  })

  it('names each change that is no step', async () => {
    const late = { when: { endpoint: 'GET /users/me', nth: 2 }, do: [{ delay: '1ms' }] }
    const reasons = async (trace: boolean, isReplaced = false) => {
      const control = controlOf({ trace })
      const state = control.emulator.export()
      await control.post('/triggers', { ...late, name: 'early' })
      await control.api('GET', '/users/me')
      await control.post('/triggers', { ...late, name: 'late' })
      await control.patch('/settings', { page_rows: 2 })
      await control.post('/state/users', { alias: 'eve' })
      await control.post('/state/credentials', {
        name: 'c',
        value: 'hush',
        target: 'org',
        target_id: 'acme',
        created_by_user_id: 'ada',
      })
      if (isReplaced) await control.put('/export', { ...state, seed: 5 })
      const { scenario, left_out: leftOut } = await exported(control)
      expect(JSON.stringify([scenario, leftOut])).not.toContain('hush')
      return leftOut.map(({ entry, reason }) => `${entry} ${reason}`)
    }
    expect(await reasons(true)).toEqual([
      '3 control: POST /triggers: name late, when endpoint GET /users/me, nth 2, do delay 1ms: a scenario has its triggers from the start',
      '4 control: PATCH /settings page_rows 2: a scenario has its settings from the start',
      '6 control: POST /state/credentials: a step has no secrets',
    ])
    expect(await reasons(true, true)).toEqual(['7 control: PUT /export: no step takes the world to another state'])
    expect(await reasons(false, true)).toEqual([
      '3 control: POST /triggers: name late, when endpoint GET /users/me, nth 2, do delay 1ms: a scenario has its triggers from the start',
      '4 control: PATCH /settings page_rows 2: a scenario has its settings from the start',
      '5 control: POST /state/users eve: only a trace knows what it wrote (`trace: true`)',
      '6 control: POST /state/credentials: only a trace knows what it wrote (`trace: true`)',
      '7 control: PUT /export: no step takes the world to another state',
    ])
  })

  it('says how many entries since the start came before its steps: deleted ones, and those before a fork', async () => {
    const findLost = async (control: TestControl) =>
      (await exported(control)).left_out.map(({ reason }) => /no longer has (.+) since/.exec(reason)?.[1])
    const ask = async (control: TestControl, times: number): Promise<void> => {
      for (let n = 0; n < times; n++) await control.api('GET', '/users/me')
    }
    const control = controlOf({ trace: true })
    await ask(control, 3)
    expect(await findLost(control)).toEqual([])
    const { emulator } = control
    const forked = new TestControl(emulator.fork())
    await ask(forked, 1)
    expect(await findLost(forked)).toEqual(['3 entries'])
    expect(await findLost(new TestControl(forked.emulator.fork()))).toEqual(['4 entries'])
    expect(await findLost(new TestControl(emulator.fork({ at: 2 })))).toEqual(['2 entries'])
    expect(await findLost(new TestControl(emulator.fork({ at: 2, when: 'before' })))).toEqual(['an entry'])
    expect(await findLost(new TestControl(emulator.fork({ from: 'start' })))).toEqual([])
    await control.delete('/journal')
    expect(await findLost(control)).toEqual(['3 entries'])
    await ask(control, 2)
    expect(await findLost(new TestControl(emulator.fork()))).toEqual(['5 entries'])
    emulator.reset()
    forked.emulator.reset()
    await ask(control, 1)
    expect([await findLost(control), await findLost(forked), await findLost(new TestControl(emulator.fork()))]).toEqual(
      [[], [], ['an entry']],
    )
  })

  it('is a scenario file as YAML', async () => {
    const control = controlOf()
    await control.api('GET', '/users/me')
    const { headers, body } = await control.get('/journal.scenario?format=yaml&name=my-run')
    expect(headers.get('content-type')).toBe('application/yaml')
    expect(parse(body)).toMatchObject({
      scenario: 1,
      name: 'my-run',
      world: { fixtures: ['starter'] },
      steps: [{ http: 'GET /users/me', expect: { status: 200 } }],
    })
  })

  it('without a journal there is nothing to hold', async () => {
    expect(await controlOf({ journal: false }).get('/journal.scenario')).toMatchObject({
      status: 409,
      body: { error: 'journal_off' },
    })
    expect((await controlOf().get('/journal.scenario?name=My Run')).status).toBe(400)
  })
})

describe('GET /journal.har', () => {
  const require = createRequire(import.meta.url)
  const ajv = new Ajv({ strict: false, allErrors: true })
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json') as object)
  ;(addFormats as unknown as (ajv: Ajv) => void)(ajv)
  ajv.addSchema(Object.values(require('har-schema') as Record<string, object>))

  function problems(har: unknown): unknown[] {
    ajv.validate('har.json#', har)
    return ajv.errors ?? []
  }

  async function used() {
    const control = controlOf({ trace: true })
    await control.api('POST', '/blobs/acme', { alias: 'logs', type: 'text' })
    await control.api('GET', '/blobs/acme/weights/revisions?limit=2')
    await control.api('GET', '/orgs/nowhere')
    await control.emulator.fetch('/v1/users/me?api_key=svc-key-ada-admin')
    await control.emulator.fetch('/v1/nowhere', {
      method: 'PUT',
      body: new Uint8Array([255, 0]),
      headers: { 'content-type': 'application/octet-stream' },
    })
    const session = openSession(hostOf(control.emulator), {
      url: '/v1/realtime',
      headers: ['x-api-key', 'svc-key-ada-admin'],
      send: () => {},
      close: () => {},
    })
    session.receive(
      JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'workflow.list_sessions', params: { org_id: 'acme' } }),
    )
    control.emulator.clock.advance('1h')
    return control
  }

  it('is an archive by the schema of HAR 1.2, without secrets', async () => {
    const { status, body } = await (await used()).get('/journal.har')
    expect(status).toBe(200)
    expect(problems(body)).toEqual([])
    expect(JSON.stringify(body)).not.toMatch(/svc-key-/)
    expect(problems({ log: { ...body.log, entries: [{ ...body.log.entries[0], time: 'soon' }] } })).not.toEqual([])
  })

  it('holds what was sent and answered, and what decided it', async () => {
    const {
      body: {
        log: { entries },
      },
    } = await (await used()).get('/journal.har')
    expect(entries).toHaveLength(6)
    expect(entries[0]).toMatchObject({
      startedDateTime: '2026-01-01T00:00:00.000Z',
      request: {
        method: 'POST',
        url: 'http://127.0.0.1:4010/v1/blobs/acme',
        postData: { mimeType: 'application/json', text: '{"alias":"logs","type":"text"}' },
        bodySize: 30,
      },
      response: { status: 200, content: { mimeType: 'application/json' } },
      _svc: { number: 1, unit: 'POST /blobs/:org_id', caller: 'ada' },
    })
    expect(JSON.parse(entries[0].response.content.text)).toMatchObject({ status: 'success', blob: { alias: 'logs' } })
    expect(entries[1].request.queryString).toEqual([{ name: 'limit', value: '2' }])
    expect(entries[4].request).toMatchObject({ bodySize: 2 })
    expect(entries[4].request).not.toHaveProperty('postData')
    expect(entries[5]).toMatchObject({
      request: { url: 'ws://127.0.0.1:4010/v1/realtime' },
      response: { status: 101 },
      _webSocketMessages: [{ type: 'send' }, { type: 'receive' }],
    })
    expect(JSON.parse(entries[5]._webSocketMessages[0].data)).toMatchObject({
      method: 'workflow.list_sessions',
      params: { org_id: 'acme' },
    })
  })

  it('takes the filters of the journal, and names the world', async () => {
    const control = await used()
    expect((await control.get('/journal.har?status=404')).body.log.entries).toHaveLength(2)
    expect((await control.get('/journal.har?via=time')).status).toBe(400)
    await control.post('/worlds')
    await control.world('w1').api('GET', '/users/me')
    expect((await control.world('w1').get('/journal.har')).body.log.entries[0].request.url).toBe(
      'http://127.0.0.1:4010/w/w1/v1/users/me',
    )
    expect(await controlOf({ journal: false }).get('/journal.har')).toMatchObject({ status: 409 })
  })
})

describe('GET /bundle', () => {
  it('answers what happened in one file', async () => {
    const control = controlOf({ trace: true })
    await control.api('POST', '/blobs/acme', { alias: 'logs', type: 'text' })
    const { status, body } = await control.get('/bundle?name=My%20test&problem=It%20failed.')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      bundle: 1,
      scenario: { name: 'my-test', about: 'My test' },
      result: { ok: false, problems: ['It failed.'] },
      trace: [{ entry: 1 }],
    })
    expect((await replay(await loadScenario(body))).ok).toBe(true)
  })

  it('without a journal there is nothing to hold', async () => {
    expect(await controlOf({ journal: false }).get('/bundle')).toMatchObject({
      status: 409,
      body: { error: 'journal_off' },
    })
  })
})

describe('GET /journal.calls', () => {
  it('lists calls without other changes, and counts those that are no longer kept', async () => {
    const control = controlOf({ journal: { size: 3 } })
    control.emulator.clock.advance('1h')
    await control.api('GET', '/users/me')
    await control.api('GET', '/users/me')
    expect(await control.get('/journal.calls')).toMatchObject({
      status: 200,
      body: { calls: ['GET /users/me x2 200'], lost: 0 },
    })
    await control.api('GET', '/orgs/acme')
    await control.api('GET', '/orgs/nowhere')
    expect((await control.get('/journal.calls')).body).toEqual({
      calls: ['GET /users/me x1 200', 'GET /orgs/acme x1 200', 'GET /orgs/nowhere x1 404 org_not_found'],
      lost: 1,
    })
    expect(await controlOf({ journal: false }).get('/journal.calls')).toMatchObject({ status: 409 })
  })
})
