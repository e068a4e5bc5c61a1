import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

describe('GET /state/:table', () => {
  it('answers records in order of creation, page by page', async () => {
    const control = controlOf()
    const first = await control.get('/state/users?limit=3')
    expect(first.body.records.map((user: { alias: string }) => user.alias)).toEqual(['ada', 'ben', 'build-bot'])
    const second = await control.get(`/state/users?limit=3&after=${first.body.next}`)
    expect(second.body).toMatchObject({ records: [{ alias: 'old-bot' }], next: null })
    expect((await control.get('/state/users?after=ben')).body.records).toHaveLength(2)
  })

  it('answers everything of a small table at once', async () => {
    expect((await controlOf().get('/state/users')).body).toMatchObject({ next: null })
  })

  it.each([
    ['/state/user', 404, "did you mean 'users'?"],
    ['/state/pending', 404, "There is no table 'pending'"],
    ['/state/__proto__', 404, "There is no table '__proto__'"],
    ['/state/..%2f..%2fetc%2fpasswd', 404, 'There is no table'],
    ['/state/users?limit=0', 400, 'query parameter limit: expected an integer from 1 to 1000'],
    ['/state/users?limit=1001', 400, 'query parameter limit'],
    ['/state/users?after=nobody', 400, "there is no user 'nobody'"],
    ['/state/users?afte=ada', 400, "query parameter afte: unknown field, did you mean 'after'?"],
    ['/state/%ff', 400, 'broken percent-encoding'],
  ])('%s is refused with %i', async (path, status, message) => {
    const reply = await controlOf().get(path)
    expect(reply.status).toBe(status)
    expect(reply.body.message).toContain(message)
    expect(typeof reply.body.error).toBe('string')
  })
})

describe('GET /state/:table/:id', () => {
  it('finds a record by id and by alias', async () => {
    const control = controlOf()
    const { body } = await control.get('/state/orgs/acme')
    expect(body.record).toMatchObject({ alias: 'acme', visibility: 'public' })
    expect((await control.get(`/state/orgs/${body.record.id}`)).body).toEqual(body)
  })

  it('shows binary content as base64', async () => {
    const control = controlOf()
    const revision = control.emulator.world.revisions.list()[0]!
    const { id } = control.emulator.world.models.insert({ revision_id: revision.id, data: new Uint8Array([1, 2, 3]) })
    expect((await control.get(`/state/models/${id}`)).body.record.data).toEqual({ base64: 'AQID' })
  })

  it('names the table and the record that there is not', async () => {
    expect(await controlOf().get('/state/orgs/nothing')).toMatchObject({
      status: 404,
      body: { error: 'record_not_found', message: "The table 'orgs' holds no record 'nothing'." },
    })
    expect((await controlOf().get('/state/orgs/acm')).body.message).toBe(
      "The table 'orgs' holds no record 'acm', did you mean 'acme'?",
    )
  })

  it('takes an id as the world answers it under vary (A-76)', async () => {
    for (let seed = 1; seed <= 6; seed++) {
      const control = controlOf({ seed, settings: { unspecified: 'vary' } })
      const { api_keys: keys } = (await (
        await control.emulator.fetch('http://emulator/v1/api-keys/target/org/acme', {
          headers: { 'x-api-key': 'svc-key-ada-admin' },
        })
      ).json()) as { api_keys: { id: string }[] }
      expect((await control.get(`/state/api_keys/${keys[0]!.id}`)).body.record).toMatchObject({ target: 'org' })
    }
  })
})

describe('POST /state/:table', () => {
  it('adds a record that the API then answers', async () => {
    const control = controlOf()
    const { status, body } = await control.post('/state/users', { alias: 'eve' })
    expect(status).toBe(201)
    expect(body.record).toMatchObject({ alias: 'eve', name: 'eve', type: 'human', status: 'active' })
    expect((await control.api('GET', '/users/eve')).body.user.id).toBe(body.record.id)
  })

  it('takes references by alias, and bytes as base64', async () => {
    const control = controlOf()
    expect(
      (await control.post('/state/members', { user: 'old-bot', target: 'org', target_id: 'acme', role: 'read' }))
        .status,
    ).toBe(201)
    const revision = control.emulator.world.revisions.list()[0]!
    await control.post('/state/models', { revision_id: revision.id, data: { base64: 'AQID' } })
    expect([...control.emulator.world.models.list().at(-1)!.data]).toEqual([1, 2, 3])
  })

  it.each([
    ['an unknown field', { alias: 'eve', typ: 'human' }, "did you mean 'type'?"],
    ['a wrong value', { alias: 'eve', type: 'robot' }, "expected 'human' or 'service'"],
    ['an alias that is taken', { alias: 'ada' }, "has the alias 'ada'"],
    ['a reference to nobody', { alias: 'eve', owner: 'adaa' }, "did you mean 'ada'?"],
    ['a body that is no object', [], 'xpected'],
  ])('with %s changes nothing', async (_, body, message) => {
    const control = controlOf()
    const before = control.emulator.export()
    const reply = await control.post('/state/users', body)
    expect(reply.status).toBe(400)
    expect(reply.body.message).toContain(message)
    expect(control.emulator.export()).toEqual(before)
  })
})

describe('PUT /state/:table/:id', () => {
  it('changes the fields given and no other', async () => {
    const control = controlOf()
    const before = control.emulator.world.users.get('ben')!
    const { status, body } = await control.put('/state/users/ben', { name: 'Benjamin' })
    expect(status).toBe(200)
    expect(body.record).toEqual({ ...before, name: 'Benjamin' })
  })

  it('adds a record with the id or alias of the path', async () => {
    const control = controlOf()
    expect((await control.put('/state/users/eve', {})).body.record.alias).toBe('eve')
    const id = '00000000-0000-4000-8000-00000000abcd'
    expect((await control.put(`/state/users/${id}`, { alias: 'zoe' })).body.record).toMatchObject({ id, alias: 'zoe' })
  })

  it('changes nothing with a bad record', async () => {
    const control = controlOf()
    const reply = await control.put('/state/users/ben', { name: 'Benjamin', status: 'gone' })
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect(reply.body.message).toContain("expected 'active' or 'retired'")
    expect(control.emulator.world.users.get('ben')!.name).not.toBe('Benjamin')
  })

  it('cannot change an id', async () => {
    const reply = await controlOf().put('/state/users/ben', { id: '00000000-0000-4000-8000-00000000abcd' })
    expect(reply.body.message).toContain('the id of a record cannot change')
  })
})

describe('DELETE /state/:table/:id', () => {
  it('tells what would go, and deletes nothing', async () => {
    const control = controlOf()
    const { body } = await control.delete('/state/orgs/acme?dry_run=true')
    expect(body).toMatchObject({ tables: { orgs: 1, members: 3, blobs: expect.any(Number) } })
    expect(body.deleted).toBeGreaterThan(50)
    expect((await control.get('/state/orgs/acme')).status).toBe(200)
    expect((await control.delete('/state/orgs/acme')).body).toEqual(body)
    expect((await control.delete('/state/orgs/ada-lab?dry_run=yes')).status).toBe(400)
  })

  it('deletes a record and what refers to it', async () => {
    const control = controlOf()
    const { status, body } = await control.delete('/state/users/ben')
    expect(status).toBe(200)
    expect(body.deleted).toBeGreaterThan(1)
    expect((await control.api('GET', '/users/ben')).status).toBe(404)
    expect((await control.delete('/state/users/ben')).body.error).toBe('record_not_found')
  })
})
