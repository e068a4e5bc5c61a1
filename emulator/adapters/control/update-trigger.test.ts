import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

const failing = { when: { endpoint: 'GET /users/me' }, do: [{ fail: { error: 'internal_error' } }] }

it('switches a trigger off and on again, in its place', async () => {
  const control = controlOf()
  for (const name of ['a', 'b']) await control.post('/triggers', { name, ...failing })
  const off = await control.patch('/triggers/trigger-1', { enabled: false })
  expect(off).toMatchObject({ status: 200, body: { trigger: { id: 'trigger-1', trigger: { enabled: false } } } })
  expect((await control.get('/triggers')).body.triggers).toMatchObject([{ id: 'trigger-1', name: 'a' }, { name: 'b' }])
  const on = await control.patch('/triggers/trigger-1', { enabled: null })
  expect(on.body.trigger.trigger).toEqual({ name: 'a', ...failing })
})

it('refuses what is no trigger, and changes nothing', async () => {
  const control = controlOf()
  await control.post('/triggers', failing)
  const reply = await control.patch('/triggers/trigger-1', { when: { endpoint: 'GET /user/me' } })
  expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  expect(reply.body.message).toContain("did you mean 'GET /users/:user_id'?")
  expect((await control.patch('/triggers/trigger-1', { enabled: 'no' })).body.message).toContain('enabled')
  expect((await control.get('/triggers')).body.triggers[0].trigger).toEqual(failing)
  expect((await control.patch('/triggers/trigger-9', {})).body.error).toBe('trigger_not_found')
})
