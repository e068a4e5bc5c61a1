/** Run by node-vitest-reporter.test.ts, in a vitest of its own and a second worker. */
import { expect, test } from '../vitest.ts'

test('asks who it is, without a key', async ({ emulator }) => {
  const response = await emulator.fetch('http://emulator/v1/users/me')
  expect(response.status).toBe(401)
})

test('does not touch an emulator', () => {
  expect(1).toBe(1)
})
