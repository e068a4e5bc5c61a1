import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'
import { instanceOf } from '../../host/instance-of.ts'

describe('POST /worlds', () => {
  it('creates a world of its own', async () => {
    const control = controlOf()
    const { status, body } = await control.post('/worlds')
    expect(status).toBe(201)
    expect(body).toEqual({
      name: 'w1',
      world: 'w1',
      base_url: 'http://127.0.0.1:4010/w/w1/v1',
      realtime_url: 'ws://127.0.0.1:4010/w/w1/v1/realtime',
      control_url: 'http://127.0.0.1:4010/w/w1/__emulator',
    })
    const world = control.world('w1')
    await world.post('/state/users', { alias: 'eve' })
    await world.post('/clock', { advance: '1h' })
    await world.post('/triggers', { when: { endpoint: 'GET /users/me' }, do: [{ fail: { error: 'internal_error' } }] })
    expect((await world.api('GET', '/users/me')).status).toBe(500)
    expect((await world.api('GET', '/users/eve')).status).toBe(200)
    expect((await control.api('GET', '/users/me')).status).toBe(200)
    expect((await control.api('GET', '/users/eve')).status).toBe(404)
    expect((await control.get('/clock')).body.now).toBe('2026-01-01T00:00:00.000Z')
    expect(
      (await control.get('/journal')).body.entries.map((entry: { request: { url: string } }) => entry.request.url),
    ).toEqual(['/v1/users/me', '/v1/users/eve'])
    expect((await world.get('/journal')).body.entries.map(({ via }: { via: string }) => via)).toEqual([
      'control',
      'control',
      'control',
      'http',
      'http',
    ])
    expect((await world.get('/coverage')).body).not.toEqual((await control.get('/coverage')).body)
  })

  it('starts from the start, and answers the bytes that the main world would', async () => {
    const control = controlOf({ seed: 5 })
    await control.api('POST', '/blobs/acme', { alias: 'changed', type: 'text' })
    await control.post('/worlds')
    const reply = await control.world('w1').api('POST', '/blobs/acme', { alias: 'first', type: 'text' })
    await control.post('/reset')
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual((await control.api('POST', '/blobs/acme', { alias: 'first', type: 'text' })).body)
  })

  it('starts from the current state of the world that is asked', async () => {
    const control = controlOf()
    await control.post('/state/users', { alias: 'eve' })
    await control.post('/worlds', { from: 'current' })
    await control.world('w1').post('/state/users', { alias: 'zoe' })
    expect((await control.world('w1').post('/worlds', { from: 'current' })).body.world).toBe('w2')
    expect((await control.world('w2').api('GET', '/users/zoe')).status).toBe(200)
    expect((await control.world('w2').api('GET', '/users/eve')).status).toBe(200)
    await control.world('w2').post('/reset')
    expect((await control.world('w2').api('GET', '/users/eve')).status).toBe(404)
  })

  it('has a seed of its own, before and after a reset', async () => {
    const control = controlOf()
    await control.post('/worlds', { seed: 99 })
    await control.post('/worlds', { seed: 99, from: 'current' })
    const create = async (id: string) =>
      (await control.world(id).api('POST', '/blobs/acme', { alias: 'x', type: 'text' })).body.blob.id
    expect((await control.world('w1').get('/health')).body.seed).toBe(99)
    const first = await create('w1')
    expect(await create('w2')).toBe(first)
    expect((await control.api('POST', '/blobs/acme', { alias: 'x', type: 'text' })).body.blob.id).not.toBe(first)
    await control.world('w1').post('/reset')
    expect(await create('w1')).toBe(first)
  })

  it.each([
    [{ from: 'nowhere' }, "'start' or 'current'"],
    [{ seed: 1.5 }, 'seed'],
    [{ form: 'start' }, "did you mean 'from'?"],
  ])('refuses %j', async (body, message) => {
    const control = controlOf()
    expect((await control.post('/worlds', body)).body.message).toContain(message)
    expect(instanceOf(control.emulator).site.size).toBe(0)
  })

  it.each(['/v1/users/me', '/__emulator/health', '', '/', '/..%2f..%2fv1/users/me'])(
    'an unknown world is 404 at %s',
    async (path) => {
      const response = await controlOf().emulator.fetch(`http://emulator/w/nope${path}`)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: 'world_not_found' })
    },
  )

  it('starts from the state at an entry', async () => {
    const control = controlOf({ trace: true })
    await control.api('PATCH', '/users/me', { name: 'One' })
    await control.api('PATCH', '/users/me', { name: 'Two' })
    expect((await control.post('/worlds', { from: { entry: 2, when: 'before' } })).status).toBe(201)
    await control.post('/worlds', { from: { entry: 2 } })
    expect((await control.world('w1').api('GET', '/users/me')).body.user.name).toBe('One')
    expect((await control.world('w2').api('GET', '/users/me')).body.user.name).toBe('Two')
    expect(await control.post('/worlds', { from: { entry: 3 } })).toMatchObject({
      status: 404,
      body: { error: 'entry_not_found' },
    })
    expect((await control.post('/worlds', { from: { entry: 0 } })).status).toBe(400)
  })
})

describe('a world with a name', () => {
  it('is made by POST once, and taken as it is by PUT', async () => {
    const control = controlOf()
    const made = await control.post('/worlds', { name: 'mia', from: 'current' })
    expect(made).toMatchObject({ status: 201, body: { name: 'mia', base_url: 'http://127.0.0.1:4010/w/mia/v1' } })
    await control.world('mia').post('/state/users', { alias: 'eve' })
    expect(await control.put('/worlds/mia', {})).toMatchObject({ status: 200, body: made.body })
    expect((await control.world('mia').api('GET', '/users/eve')).status).toBe(200)
    expect(await control.put('/worlds/tom', { seed: 9 })).toMatchObject({ status: 200, body: { name: 'tom' } })
    expect((await control.world('tom').get('/health')).body.seed).toBe(9)
    expect(await control.post('/worlds', { name: 'mia' })).toMatchObject({
      status: 409,
      body: { error: 'world_exists', message: "There is already a world 'mia'; PUT accepts an existing world." },
    })
  })

  it.each([
    ['main', "'main' is the world that answers requests which name none"],
    ['Mia', "'Mia' is no name of a world: expected 1 to 64 characters of a-z, 0-9 and -"],
    ['a'.repeat(65), 'expected 1 to 64 characters'],
  ])('is not called %s', async (name, message) => {
    const control = controlOf()
    for (const answer of [await control.post('/worlds', { name }), await control.put(`/worlds/${name}`, {})]) {
      expect(answer.status).toBe(400)
      expect(answer.body.message).toContain(message)
    }
    expect(instanceOf(control.emulator).site.size).toBe(0)
  })

  it('is not given to another one that has none', async () => {
    const control = controlOf()
    await control.post('/worlds', { name: 'w1' })
    expect((await control.post('/worlds')).body.name).toBe('w2')
  })

  it('ends when nobody used it for as long as it said', async () => {
    const control = controlOf()
    let now = 0
    instanceOf(control.emulator).site.real = { now: () => now }
    await control.post('/worlds', { name: 'short', idle: '1h' })
    await control.post('/worlds', { name: 'long' })
    now = 3_600_000
    expect((await control.world('short').api('GET', '/users/me')).status).toBe(200)
    now = 7_200_001
    expect((await control.world('short').api('GET', '/users/me')).status).toBe(404)
    expect((await control.get('/worlds')).body.worlds).toMatchObject([{ name: 'long' }])
    expect((await control.post('/worlds', { idle: '0s' })).body.message).toContain('expected a duration')
  })
})

describe('GET /worlds', () => {
  it('lists the worlds beside the main one, from any of them', async () => {
    const control = controlOf()
    expect((await control.get('/worlds')).body).toEqual({ worlds: [] })
    const created = [(await control.post('/worlds')).body, (await control.post('/worlds')).body]
    const worlds = created.map((world) => ({ ...world, requests: 0, last_used_at: null }))
    expect((await control.get('/worlds')).body).toEqual({ worlds })
    expect((await control.world('w2').get('/worlds')).body).toEqual({ worlds })
  })

  it('says how often each was asked, and when', async () => {
    const control = controlOf()
    const { site } = instanceOf(control.emulator)
    site.real = { now: () => Date.UTC(2026, 5, 1) }
    await control.post('/worlds', { name: 'mia' })
    for (let i = 0; i < 3; i++) await control.world('mia').api('GET', '/users/me')
    await control.world('mia').get('/health')
    expect((await control.get('/worlds')).body.worlds).toMatchObject([
      { name: 'mia', requests: 3, last_used_at: '2026-06-01T00:00:00.000Z' },
    ])
  })
})

describe('DELETE /worlds/:id', () => {
  it('deletes a world and closes its sockets', async () => {
    const control = controlOf()
    for (let i = 0; i < 2; i++) await control.post('/worlds')
    const closed: unknown[] = []
    instanceOf(control.emulator)
      .site.get('w1')!
      .host.connections.add({ close: (...args) => closed.push(args) })
    expect(await control.delete('/worlds/w1')).toMatchObject({ status: 200, body: { deleted: 'w1' } })
    expect(closed).toEqual([[1001, 'the world was deleted']])
    expect((await control.world('w1').api('GET', '/users/me')).status).toBe(404)
    expect((await control.world('w2').api('GET', '/users/me')).status).toBe(200)
    expect((await control.delete('/worlds/w1')).body.error).toBe('world_not_found')
  })

  it('never gives an id twice', async () => {
    const control = controlOf()
    await control.post('/worlds')
    await control.delete('/worlds/w1')
    expect((await control.post('/worlds')).body.world).toBe('w2')
  })
})
