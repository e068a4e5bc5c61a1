import { beforeAll, expect, it } from 'vitest'
import { runSamples, type SampleResult } from './sample/run-samples.ts'

let tests: ReadonlyMap<string, SampleResult>
beforeAll(async () => {
  tests = await runSamples('holds')
})

it.each(['server', 'msw'])('a test that ends with a held request fails (%s)', (transport) => {
  expect(tests.get(`ends with a held request (${transport})`)).toEqual({
    state: 'failed',
    messages: ['GET /users/me is held; release it, or remove the gate'],
  })
})

it('a test that lets its requests go passes', () => {
  expect(tests.get('lets go what it held')).toEqual({ state: 'passed', messages: [] })
})

it.each([
  [
    'waits for a request that never comes',
    'no request came to the gate GET /users/me: the nearest request is #1, GET /v1/orgs/acme: endpoint: expected GET /users/me, got GET /orgs/acme',
  ],
  ['waits for a second request', '1 request came to the gate GET /users/me, and the test waits for 2'],
])('a test that %s says so when it fails', (name, message) => {
  const { state, messages } = tests.get(name)!
  expect(state).toBe('failed')
  expect(messages).toEqual([expect.stringMatching(/^waited long enough\n\nThe requests of this test/), message])
})
