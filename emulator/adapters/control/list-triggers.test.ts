import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

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
