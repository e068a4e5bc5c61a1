import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

it('forgets every entry, and counts on', async () => {
  const control = controlOf()
  await control.api('GET', '/users/me')
  expect((await control.delete('/journal')).body).toEqual({ deleted: 1 })
  await control.api('GET', '/users/me')
  expect((await control.get('/journal')).body).toMatchObject({ entries: [{ number: 2 }], next: 2, dropped: 0 })
})
