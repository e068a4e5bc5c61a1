import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { controlOf } from '../../../tests/helpers/control.ts'

it('answers the whole state, which another emulator starts from', async () => {
  const control = controlOf({ seed: 3 })
  await control.post('/state/users', { alias: 'eve' })
  const { status, body } = await control.get('/export')
  expect(status).toBe(200)
  expect(createEmulator({ state: body }).export()).toEqual(control.emulator.export())
})
