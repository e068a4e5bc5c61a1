import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

describe('GET /triggers', () => {
  it('tells what became of each trigger, and which never matched', async () => {
    const control = controlOf()
    await control.post('/triggers', {
      name: 'second',
      when: { endpoint: 'GET /users/me', nth: 2 },
      do: [{ fail: { error: 'internal_error' } }],
    })
    await control.post('/triggers', { when: { endpoint: 'GET /revisions/:id' }, do: [{ drop: true }] })
    await control.api('GET', '/users/me')
    expect((await control.api('GET', '/users/me')).status).toBe(500)
    expect((await control.get('/triggers')).body.triggers).toMatchObject([
      { id: 'trigger-1', name: 'second', matched: 2, fired: 1, trigger: { when: { nth: 2 } } },
      { id: 'trigger-2', matched: 0, fired: 0 },
    ])
  })
})

describe('PATCH /triggers/:id', () => {
  it('moves a trigger, and answers problems with their paths', async () => {
    const control = controlOf()
    for (const name of ['one', 'two'])
      await control.post('/triggers', { name, when: { endpoint: '*' }, do: [{ drop: true }] })
    await control.patch('/triggers/trigger-2', { place: 1 })
    const { triggers } = (await control.get('/triggers')).body
    expect(triggers.map(({ name }: { name: string }) => name)).toEqual(['two', 'one'])
    expect(await control.patch('/triggers/trigger-2', { when: { endpoint: '*', first: 'x' } })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('when.first: '), problems: [{ path: ['when', 'first'] }] },
    })
  })
})

describe('POST /triggers', () => {
  it('puts a trigger in force, which the journal then names', async () => {
    const control = controlOf()
    const { status, body } = await control.post('/triggers', {
      name: 'down',
      when: { endpoint: 'GET /users/me' },
      do: [{ fail: { status: 503, body: 'down' } }],
    })
    expect(status).toBe(201)
    expect(body.trigger).toMatchObject({ id: 'trigger-1', name: 'down', matched: 0, fired: 0 })
    expect((await control.api('GET', '/users/me')).status).toBe(503)
    expect((await control.get('/journal?trigger=down')).body.entries).toHaveLength(1)
  })

  it.each([
    [{ when: { endpoint: 'GET /users/me' } }, 'do: missing'],
    [{ when: { endpont: 'GET /users/me' }, do: [{ drop: true }] }, "did you mean 'endpoint'?"],
    [{ when: { endpoint: 'GET /nothing' }, do: [{ drop: true }] }, 'GET /nothing'],
  ])('refuses %j', async (trigger, message) => {
    const control = controlOf()
    const reply = await control.post('/triggers', trigger)
    expect(reply.status).toBe(400)
    expect(reply.body.message).toContain(message)
    expect(control.emulator.triggers.list()).toEqual([])
  })
})

describe('PATCH /triggers/:id', () => {
  const failing = { when: { endpoint: 'GET /users/me' }, do: [{ fail: { error: 'internal_error' } }] }

  it('switches a trigger off and on again, in its place', async () => {
    const control = controlOf()
    for (const name of ['a', 'b']) await control.post('/triggers', { name, ...failing })
    const off = await control.patch('/triggers/trigger-1', { enabled: false })
    expect(off).toMatchObject({ status: 200, body: { trigger: { id: 'trigger-1', trigger: { enabled: false } } } })
    expect((await control.get('/triggers')).body.triggers).toMatchObject([
      { id: 'trigger-1', name: 'a' },
      { name: 'b' },
    ])
    const on = await control.patch('/triggers/trigger-1', { enabled: null })
    expect(on.body.trigger.trigger).toEqual({ name: 'a', ...failing })
  })

  it('refuses what is no trigger, and changes nothing', async () => {
    const control = controlOf()
    await control.post('/triggers', failing)
    const reply = await control.patch('/triggers/trigger-1', { when: { endpoint: 'GET /user/me' } })
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect(reply.body.message).toContain("did you mean 'GET /users/me'?")
    expect((await control.patch('/triggers/trigger-1', { enabled: 'no' })).body.message).toContain('enabled')
    expect((await control.get('/triggers')).body.triggers[0].trigger).toEqual(failing)
    expect((await control.patch('/triggers/trigger-9', {})).body.error).toBe('trigger_not_found')
  })
})

describe('DELETE /triggers', () => {
  it('takes every trigger away', async () => {
    const control = controlOf()
    for (let i = 0; i < 2; i++)
      await control.post('/triggers', { when: { endpoint: '*' }, do: [{ fail: { error: 'internal_error' } }] })
    expect((await control.delete('/triggers')).body).toEqual({ deleted: 2 })
    expect((await control.api('GET', '/users/me')).status).toBe(200)
    expect((await control.post('/triggers', { when: { endpoint: '*' }, do: [{ drop: true }] })).body).toMatchObject({
      trigger: { id: 'trigger-3' },
    })
  })
})

describe('DELETE /triggers/:id', () => {
  it('takes one trigger away', async () => {
    const control = controlOf()
    for (const name of ['a', 'b'])
      await control.post('/triggers', { name, when: { endpoint: '*' }, do: [{ drop: true }] })
    expect(await control.delete('/triggers/trigger-1')).toMatchObject({ status: 200, body: { deleted: 1 } })
    expect((await control.get('/triggers')).body.triggers).toMatchObject([{ name: 'b' }])
    expect((await control.delete('/triggers/trigger-1')).body.error).toBe('trigger_not_found')
  })
})
