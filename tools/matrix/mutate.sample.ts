/** Run by tools/matrix.mjs under `svc-emulator mutate`, with other versions of vitest. */
import { expect, test } from 'svc-emulator/vitest'

test('is told its name', async ({ emulator }) => {
  const response = await emulator.fetch('/v1/users/me', { headers: { 'x-api-key': 'svc-key-ada-admin' } })
  expect(((await response.json()) as { user: { name: string } }).user.name).toBe('Ada')
})
