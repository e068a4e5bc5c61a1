import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

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
