import { setupWorker } from 'msw/browser'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createEmulator } from 'svc-emulator'
import { createHandlers } from 'svc-emulator/msw'
import { loadOrgs } from './client.js'

const emulator = createEmulator()
const worker = setupWorker(...createHandlers(emulator, { baseUrl: '/api/v1' }))
beforeAll(() => worker.start({ quiet: true }))
afterEach(() => emulator.reset())
afterAll(() => worker.stop())

test('the page asks, and the emulator in it answers', async () => {
  expect(await loadOrgs('/api/v1')).toEqual(['acme', 'ada-lab'])
  emulator.triggers.add({ when: { endpoint: 'GET /users/me/orgs' }, do: { fail: { error: 'internal_error' } } })
  await expect(loadOrgs('/api/v1')).rejects.toThrow('internal_error')
  expect(emulator.verify({ endpoint: 'GET /users/me/orgs' }, { times: 2 }).ok).toBe(true)
})
