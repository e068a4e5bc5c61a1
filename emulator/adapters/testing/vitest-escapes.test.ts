import { beforeAll, expect, it } from 'vitest'
import { runSamples, type SampleResult } from './sample/run-samples.ts'

let tests: ReadonlyMap<string, SampleResult>
beforeAll(async () => {
  tests = await runSamples('escapes')
})

it.each([
  [
    'escapes by its scheme',
    /^requests in this test bypassed the mock:\n {2}GET https:\/\/emulator\.test\/w\/w\d+\/v1\/users\/me missed the emulator/,
  ],
  ['escapes by its version', /\/v2\/users\/me missed the emulator/],
  [
    'escapes without its world',
    /GET http:\/\/emulator\.test\/v1\/users\/me missed the emulator, which answers REST at http:\/\/emulator\.test\/w\/<world>\/v1\//,
  ],
  ['escapes a port without its world', /GET \/v1\/users\/me names no world: expected a path below \/w\/<world>\/v1/],
  ['escapes a port without its version', /GET \/users\/me names no world: expected a path below \/w\/<world>\/v1/],
  ['escapes a port with a socket', /GET \/v1\/realtime names no world/],
  ['escapes a fixed address, in spite of a reset', /GET https:\/\/api\.svc\.test\/v2\/users\/me missed the emulator/],
])('a test that %s fails', (name, message) => {
  expect(tests.get(name)).toEqual({ state: 'failed', messages: [expect.stringMatching(message)] })
})

it('a failed test tells of its escapes once', () => {
  const { messages = [] } = tests.get('fails beside an escape') ?? {}
  expect(messages).toEqual([expect.stringMatching(/^expected 501 to be 200[^]*missed the emulator/)])
  expect(messages[0]?.match(/missed the emulator/g)).toHaveLength(1)
})

it.each([
  'stays',
  'stays, where a test wants to see it',
  'stays at a fixed address',
  'stays with an address of other tests',
])('a test that %s passes', (name) => {
  expect(tests.get(name)).toEqual({ state: 'passed', messages: [] })
})
