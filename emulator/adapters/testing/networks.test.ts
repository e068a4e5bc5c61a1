import { beforeAll, vi } from 'vitest'
import { expect, test } from './vitest.ts'

const events = vi.hoisted((): string[] => [])
vi.mock(import('./msw-network.ts'), async (load) => {
  const loaded = await load()
  events.push('msw is loaded')
  return loaded
})

const there = test.extend({ apiUrl: 'https://api.svc.test/v1' })
beforeAll(() => void events.push('the tests of the file begin'))

there('msw is loaded before the tests begin', async ({ api }) => {
  expect(events).toEqual(['msw is loaded', 'the tests of the file begin'])
  expect((await fetch(`${api.baseUrl}/users/me`)).status).toBe(401)
})

test('a test that needs no msw is served without', ({ api }) => {
  expect(api.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/w\/w\d+\/v1$/)
})
