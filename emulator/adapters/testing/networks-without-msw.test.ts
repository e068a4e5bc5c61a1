import { vi } from 'vitest'
import { open } from './networks.ts'
import { expect, test } from './vitest.ts'

vi.mock(import('./msw-network.ts'), () => {
  throw Object.assign(new Error("Cannot find package 'msw'"), { code: 'ERR_MODULE_NOT_FOUND' })
})

test('says what to install, or to choose instead', async ({ emulator }) => {
  await expect(open(emulator, 'msw', undefined)).rejects.toThrow(
    "install msw (npm install --save-dev msw), or choose transport: 'server' and no apiUrl",
  )
})

test('serves what needs none', async ({ api }) => {
  expect((await fetch(`${api.baseUrl}/users/me`)).status).toBe(401)
})
