import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

it('answers one entry, without secrets', async () => {
  const control = controlOf()
  await control.api('GET', '/users/me')
  await control.api('GET', '/users/ben')
  const { body } = await control.get('/journal/2')
  expect(body.entry).toMatchObject({
    number: 2,
    request: { url: '/v1/users/ben', headers: { 'x-api-key': '[redacted]' } },
  })
  expect(await control.get('/journal/3')).toMatchObject({ status: 404, body: { error: 'entry_not_found' } })
})
