/** Run by node-vitest-reporter.test.ts, in a vitest of its own. */
import { expect, test } from '../vitest.ts'

test('asks who it is', async ({ emulator }) => {
  const response = await emulator.fetch('http://emulator/v1/users/me', {
    headers: { 'x-api-key': 'svc-key-ada-admin' },
  })
  expect(response.status).toBe(200)
})

test('resets a revision that has not failed', { retry: 0 }, async ({ emulator }) => {
  const url = 'http://emulator/v1/revisions/00000000-0000-4000-8000-0000000000e1/reset'
  const response = await emulator.fetch(url, { method: 'POST', headers: { 'x-api-key': 'svc-key-ada-admin' } })
  expect(response.status).toBe(409)
})
