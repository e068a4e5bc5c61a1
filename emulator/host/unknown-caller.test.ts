import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'

const asBen = { headers: { 'X-API-Key': 'svc-key-ben-admin' } }

it.each([
  ['adaa', "match.caller: there is no user 'adaa', and no request of one was seen, did you mean 'ada'?"],
  ['nobody', "match.caller: there is no user 'nobody', and no request of one was seen"],
  ['00000000-0000-4000-8000-0000000000a1', "match.caller: '00000000-0000-4000-8000-0000000000a1' is an id: callers go by their alias, did you mean 'ada'?"],
])('no verdict on the caller %s', (caller, message) => {
  const emulator = createEmulator()
  expect(() => emulator.verify({ caller }, { times: 0 })).toThrow(expect.objectContaining({ name: 'EmulatorError', message }))
  expect(emulator.verify({ caller }).ok).toBe(false)
})

it('a caller counts that is gone since, or has another alias', async () => {
  const emulator = createEmulator()
  await emulator.fetch('/v1/users/me', asBen)
  emulator.world.users.update('ben', { alias: 'benjamin' })
  expect(emulator.verify({ caller: 'ben' }, { times: 1 }).ok).toBe(true)
  expect(emulator.verify({ caller: 'benjamin' }, { times: 0 }).ok).toBe(true)
})
