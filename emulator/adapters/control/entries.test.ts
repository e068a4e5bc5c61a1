import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'
import { openSession } from '../../engine/kernel/realtime/session.ts'
import { hostOf } from '../../host/instance-of.ts'

describe('GET /journal/:number', () => {
  it('answers one entry, without secrets', async () => {
    const control = controlOf()
    await control.api('GET', '/users/me')
    await control.api('GET', '/users/ben')
    const { body } = await control.get('/journal/2')
    expect(body.entry).toMatchObject({
      number: 2,
      request: { url: '/v1/users/ben', headers: { 'x-api-key': '[redacted]' } },
    })
    expect(await control.get('/journal/3')).toMatchObject({ status: 404, body: { error: 'entry_not_found' } })
  })
})

describe('GET /journal/:number of a listing that cannot resume', () => {
  const listDeleted = async (trace: boolean) => {
    const control = controlOf({ trace })
    const list = (cursor: object) => control.api('POST', '/workflow/list_sessions', { org_id: 'acme', ...cursor })
    const { last_session_id: cursor } = (await list({})).body
    control.emulator.world.sessions.delete(cursor)
    await list({ start_session_id: cursor })
    return control
  }

  it('names the entry that deleted the record of its cursor', async () => {
    const control = await listDeleted(true)
    expect((await control.get('/journal/2')).body.entry.did).toContain('sessions.delete')
    expect((await control.get('/journal/3')).body).toMatchObject({
      entry: { error: 'internal_error' },
      cursor_deleted_by: 2,
    })
    expect((await control.get('/journal/1')).body).not.toHaveProperty('cursor_deleted_by')
  })

  it('names none without a trace', async () => {
    const control = await listDeleted(false)
    const { body } = await control.get('/journal/3')
    expect(body.entry.clauses).toContain('pagination.record.deleted-record')
    expect(body).not.toHaveProperty('cursor_deleted_by')
  })
})

describe('GET /journal/:number/changes', () => {
  it('answers the records that an entry inserted, changed and deleted', async () => {
    const control = controlOf({ trace: true })
    await control.api('PATCH', '/users/me', { name: 'Countess' })
    expect(await control.get('/journal/1/changes')).toMatchObject({
      status: 200,
      body: {
        entry: 1,
        inserted: [],
        changed: [{ table: 'users', record: { name: 'Countess' }, fields: [{ field: 'name', after: 'Countess' }] }],
        deleted: [],
      },
    })
  })

  it.each([
    [{ trace: true }, '/journal/2/changes', 404, 'entry_not_found', 'The journal has no entry 2; it holds 1 to 1.'],
    [{ trace: true }, '/journal/x/changes', 400, 'invalid_request', "number: expected the number of an entry, got 'x'"],
    [{}, '/journal/1/changes', 409, 'trace_off', 'This emulator keeps no trace: create it with `trace: true`.'],
    [{ journal: false }, '/journal/1/changes', 409, 'journal_off', 'This emulator keeps no journal.'],
  ])('with %j, %s is refused with %d', async (options, path, status, error, message) => {
    const control = controlOf(options)
    await control.api('GET', '/users/me')
    expect(await control.get(path)).toMatchObject({ status, body: { error, message } })
  })
})

describe('POST /journal/:number/restore', () => {
  it('goes back to before or after an entry, and marks what it leaves', async () => {
    const control = controlOf({ trace: true })
    for (const alias of ['a', 'b']) await control.api('POST', '/blobs/acme', { alias, type: 'text' })
    expect(await control.post('/journal/1/restore')).toMatchObject({ status: 200, body: { status: 'ok' } })
    const aliases = async () =>
      (await control.get('/state/blobs')).body.records.map(({ alias }: { alias: string }) => alias)
    expect(await aliases()).toContain('a')
    expect(await aliases()).not.toContain('b')
    expect(
      (await control.get('/journal')).body.entries.map(({ other_branch: other }: { other_branch?: true }) => other),
    ).toEqual([undefined, true, undefined])
    expect((await control.get('/journal/2/changes')).body.inserted[0]).toMatchObject({ record: { alias: 'b' } })
    await control.post('/journal/1/restore', { when: 'before' })
    expect(await aliases()).not.toContain('a')
  })

  it.each([
    [{ when: 'later' }, 400],
    [{ wen: 'before' }, 400],
  ])('refuses %j', async (body, status) => {
    const control = controlOf({ trace: true })
    await control.api('POST', '/blobs/acme', { alias: 'a', type: 'text' })
    expect((await control.post('/journal/1/restore', body)).status).toBe(status)
    expect(control.emulator.world.blobs.get('a')).toBeDefined()
  })
})

describe('POST /journal/:number/resend', () => {
  const secrets = /svc-key-|svc-token-/

  it('sends a request again, with the secrets that it had', async () => {
    const control = controlOf({ trace: true })
    await control.api('POST', '/blobs/acme', { alias: 'a', type: 'text' })
    const again = await control.post('/journal/1/resend')
    expect(again.body).toMatchObject({ world: null, entry: { number: 2, caller: 'ada', error: 'alias_taken' } })
    expect(JSON.stringify(again.body)).not.toMatch(secrets)
  })

  it('sends it edited: what the journal redacts is what was sent', async () => {
    const control = controlOf({ trace: true })
    await control.api('POST', '/credentials/target/org/acme', { name: 'registry', value: 'hunter2' })
    const { request } = (await control.get('/journal/1')).body.entry
    expect(request.body.value).toBe('[redacted]')
    const { body } = await control.post('/journal/1/resend', {
      changes: { headers: request.headers, body: { ...request.body, name: 'second' } },
    })
    expect(body.entry).toMatchObject({ response: { status: 200 }, request: { body: { name: 'second' } } })
    expect(control.emulator.world.credentials.list({ name: 'second' })).toMatchObject([{ value: 'hunter2' }])
  })

  it('sends it as another user, or as nobody', async () => {
    const control = controlOf()
    await control.api('PATCH', '/users/me', { name: 'One' })
    const as = async (name: string) => (await control.post('/journal/1/resend', { changes: { as: name } })).body
    expect((await as('ben')).entry).toMatchObject({ caller: 'ben', response: { status: 200 } })
    expect((await as('none')).entry).toMatchObject({ caller: null, error: 'unauthenticated' })
    expect(await as('bem')).toMatchObject({ message: "changes.as: there is no user 'bem', did you mean 'ben'?" })
    control.emulator.world.users.insert({ alias: 'eve' })
    expect(await as('eve')).toMatchObject({ error: 'no_key' })
  })

  it('into a fork: the world as it was before, and this one stays as it is', async () => {
    const control = controlOf({ trace: true })
    await control.api('POST', '/blobs/acme', { alias: 'a', type: 'text' })
    const now = control.emulator.export()
    const { body } = await control.post('/journal/1/resend', {
      into: 'fork',
      changes: { body: { alias: 'b', type: 'text' } },
    })
    expect(body).toMatchObject({ world: { world: 'w1' }, entry: { number: 1, response: { status: 200 } } })
    const blobs = (await control.world('w1').get('/state/blobs')).body.records.map(
      ({ alias }: { alias: string }) => alias,
    )
    expect(blobs).toContain('b')
    expect(blobs).not.toContain('a')
    expect(control.emulator.export()).toEqual(now)
  })

  it('changes method, path, headers and text', async () => {
    const control = controlOf()
    await control.api('GET', '/users/me')
    const resend = async (changes: object) => (await control.post('/journal/1/resend', { changes })).body.entry
    expect(await resend({ method: 'patch', url: '/v1/users/me', text: '{"name":' })).toMatchObject({
      request: { method: 'PATCH' },
      error: 'invalid_request_body',
    })
    expect(await resend({ headers: { 'X-API-Key': null } })).toMatchObject({ error: 'unauthenticated' })
    expect(await resend({ url: '/v1/orgs/acme' })).toMatchObject({
      unit: 'GET /orgs/:org_id',
      response: { status: 200 },
    })
  })

  it('makes a call on a socket again', async () => {
    const control = controlOf()
    const host = hostOf(control.emulator)
    const session = openSession(host, {
      url: '/v1/realtime',
      headers: ['x-api-key', 'svc-key-ada-admin'],
      send: () => {},
      close: () => {},
    })
    session.receive(
      JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'workflow.list_definitions', params: { org_id: 'acme' } }),
    )
    expect((await control.post('/journal/1/resend')).body.entry).toMatchObject({
      via: 'socket',
      unit: 'workflow.list_definitions',
      caller: 'ada',
      error: null,
    })
    expect(
      (await control.post('/journal/1/resend', { changes: { body: { org_id: 'nowhere' } } })).body.entry,
    ).toMatchObject({ error: 'org_not_found' })
    expect(await control.post('/journal/1/resend', { changes: { method: 'GET' } })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('this is a call on a socket') as string },
    })
  })

  it.each([
    [{ changes: { body: {}, text: '{}' } }, 400, 'give `body` or `text`, not both'],
    [{ changes: { url: '/__emulator/reset' } }, 400, 'expected a path that starts with /v1'],
    [{ changes: { bodi: {} } }, 400, "did you mean 'body'?"],
    [
      { changes: { body: { name: '[redacted]' } } },
      400,
      "changes.body.name: '[redacted]' means the secret of the request, which had none here",
    ],
    [{ changes: { url: '/v1/users/me?api_key=[redacted]' } }, 400, "'[redacted]' means the secret"],
    [{ into: 'fork' }, 409, 'keeps no trace'],
    [{ into: 'elsewhere' }, 400, "expected 'world' or 'fork'"],
  ])('refuses %j, and sends nothing', async (body, status, message) => {
    const control = controlOf()
    await control.api('GET', '/users/me')
    expect(await control.post('/journal/1/resend', body)).toMatchObject({
      status,
      body: { message: expect.stringContaining(message) as string },
    })
    expect(control.emulator.journal.last).toBe(1)
  })

  it('work that fell due was asked by nobody', async () => {
    const control = controlOf({ trace: true })
    await control.api('POST', '/blobs/acme', { alias: 'a', type: 'text' })
    control.emulator.clock.advance('1h')
    expect(await control.post('/journal/2/resend')).toMatchObject({ status: 409, body: { error: 'cannot_resend' } })
  })

  it('takes no longer URL than a server would read', async () => {
    const control = controlOf()
    await control.api('PATCH', '/users/me', { name: 'One' })
    const { status, body } = await control.post('/journal/1/resend', {
      changes: { url: `/v1/users/me?${'a=1&'.repeat(5_000)}` },
    })
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('changes.url: expected at most 16384 characters') as string },
    })
  })
})
