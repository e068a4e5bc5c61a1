import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

it('the state can be asked for as it was at an entry', async () => {
  const control = controlOf({ trace: true })
  await control.api('PATCH', '/users/me', { name: 'One' })
  await control.api('PATCH', '/users/me', { name: 'Two' })
  await control.post('/state/users', { alias: 'eve' })
  const now = (await control.get('/state')).body.tables.users
  expect((await control.get('/state?at=2')).body.tables.users).toBe(now - 1)
  expect((await control.get('/state/users/ada?at=1')).body.record.name).toBe('One')
  expect((await control.get('/state/users/ada?at=2&when=before')).body.record.name).toBe('One')
  expect((await control.get('/state/users/ada')).body.record.name).toBe('Two')
  const { records, next } = (await control.get('/state/users?at=1&when=before&limit=1')).body
  expect(records).toMatchObject([{ alias: 'ada' }])
  expect((await control.get(`/state/users?at=1&when=before&after=${next}`)).body.next).toBeNull()
  expect((await control.get('/state/users/eve?at=2')).status).toBe(404)
})

it.each([
  ['/state?when=before', 400, 'query parameter when: requires `at`'],
  ['/state?at=1&when=later', 400, "expected 'before' or 'after'"],
  ['/state/users?at=9', 404, 'The journal has no entry 9'],
])('refuses %s', async (path, status, message) => {
  const control = controlOf({ trace: true })
  await control.api('GET', '/users/me')
  expect(await control.get(path)).toMatchObject({
    status,
    body: { message: expect.stringContaining(message) as string },
  })
})
