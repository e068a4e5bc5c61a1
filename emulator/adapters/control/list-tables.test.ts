import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

it('counts the records of each table, and shows no internal one', async () => {
  const control = controlOf()
  const { status, body } = await control.get('/state')
  expect(status).toBe(200)
  expect(body.tables).toMatchObject({ users: 4, orgs: 3, members: 5, models: 1 })
  expect(body.tables).not.toHaveProperty('pending')
  control.emulator.world.users.insert({ alias: 'eve' })
  expect((await control.get('/state')).body.tables.users).toBe(5)
})
