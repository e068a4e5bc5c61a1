import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

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
