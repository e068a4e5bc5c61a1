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
