import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

it('deletes a record and what refers to it', async () => {
  const control = controlOf()
  const { status, body } = await control.delete('/state/users/ben')
  expect(status).toBe(200)
  expect(body.deleted).toBeGreaterThan(1)
  expect((await control.api('GET', '/users/ben')).status).toBe(404)
  expect((await control.delete('/state/users/ben')).body.error).toBe('record_not_found')
})
