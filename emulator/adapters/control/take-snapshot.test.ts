import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'
import { instanceOf } from '../../host/instance-of.ts'

it('keeps the state under a name, and replaces what had it', async () => {
  const control = controlOf()
  expect(await control.post('/snapshots', { name: 'a.b-c_1' })).toMatchObject({
    status: 201,
    body: { name: 'a.b-c_1' },
  })
  await control.post('/state/users', { alias: 'eve' })
  await control.post('/snapshots', { name: 'a.b-c_1' })
  await control.post('/reset')
  await control.post('/snapshots/a.b-c_1/restore')
  expect(control.emulator.world.users.get('eve')).toBeDefined()
})

it.each(['', '../x', '.hidden', 'a/b', 'x'.repeat(101), 'a b', 7, null])('refuses the name %j', async (name) => {
  const control = controlOf()
  expect((await control.post('/snapshots', { name })).status).toBe(400)
  expect(instanceOf(control.emulator).snapshots.size).toBe(0)
})
