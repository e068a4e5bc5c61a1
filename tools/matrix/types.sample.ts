/** Compiled by tools/matrix.mjs under other versions of vitest, their declarations and ours included. */
import { expect, test } from 'svc-emulator/vitest'

test('the matchers have types', ({ emulator }) => {
  expect(emulator).not.toHaveReceived('GET /users/me', { times: 1 })
  expect(emulator).toHaveExercised('user.role-owner-for-self')
  // @ts-expect-error: no such endpoint
  expect(emulator).toHaveReceived('GET /usrs/me')
  // @ts-expect-error: no such option
  expect(emulator).toHaveReceived('GET /users/me', { time: 1 })
  // @ts-expect-error: no such clause
  expect(emulator).toHaveExercised('user.role-owner-for-slef')
})
