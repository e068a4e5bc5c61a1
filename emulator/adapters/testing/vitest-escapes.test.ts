import { beforeAll, expect, it } from 'vitest'
import { startVitest } from 'vitest/node'
import { PROCESS_TIMEOUT_MS } from '../../../tests/helpers/limits.ts'

let tests: Map<string, { readonly state: string; readonly messages: readonly string[] }>

beforeAll(async () => {
  const vitest = await startVitest(
    'test',
    [],
    {
      config: false,
      watch: false,
      include: ['emulator/adapters/testing/sample/escapes/*.sample.ts'],
      pool: 'threads',
      isolate: false,
      maxWorkers: 1,
      reporters: [{}],
    },
    {},
    {},
  )
  const all = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()])
  // Vitest reports an error of a fixture twice.
  tests = new Map(
    all.map((test) => [
      test.name,
      {
        state: test.result().state,
        messages: [...new Set((test.result().errors ?? []).map(({ message }) => message))],
      },
    ]),
  )
  await vitest.close()
}, PROCESS_TIMEOUT_MS)

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
  ['escapes a port with a socket', /GET \/v1\/realtime names no world/],
  ['escapes a fixed address, in spite of a reset', /GET https:\/\/api\.svc\.test\/v2\/users\/me missed the emulator/],
])('a test that %s fails', (name, message) => {
  expect(tests.get(name)).toEqual({ state: 'failed', messages: [expect.stringMatching(message)] })
})

it.each([
  'stays',
  'stays, where a test wants to see it',
  'stays at a fixed address',
  'stays with an address of other tests',
])('a test that %s passes', (name) => {
  expect(tests.get(name)).toEqual({ state: 'passed', messages: [] })
})
