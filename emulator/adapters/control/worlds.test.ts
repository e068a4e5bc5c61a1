import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'
import { instanceOf } from '../../host/instance-of.ts'

describe('POST /worlds', () => {
  it('creates a world of its own', async () => {
    const control = controlOf()
    const { status, body } = await control.post('/worlds')
    expect(status).toBe(201)
    expect(body).toEqual({
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

describe('GET /worlds', () => {
  it('lists the worlds beside the main one, from any of them', async () => {
    const control = controlOf()
    expect((await control.get('/worlds')).body).toEqual({ worlds: [] })
    const created = [(await control.post('/worlds')).body, (await control.post('/worlds')).body]
    expect((await control.get('/worlds')).body).toEqual({ worlds: created })
    expect((await control.world('w2').get('/worlds')).body).toEqual({ worlds: created })
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
