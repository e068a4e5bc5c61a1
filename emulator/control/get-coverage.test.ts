import { expect, it } from 'vitest'
import { controlOf } from './control-client.ts'

it('counts what decided the answers of this world', async () => {
  const control = controlOf()
  for (let i = 0; i < 2; i++) await control.api('GET', '/users/me')
  const { body } = await control.get('/coverage')
  expect(body.clauses.items).toContainEqual({ id: 'users.get.answers-user', count: 2 })
  expect(body.clauses.exercised).toBeGreaterThan(5)
  expect(body.assumptions.items).toContainEqual({ id: 'A-14', count: 0 })
})
