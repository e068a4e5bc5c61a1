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
      include: ['emulator/adapters/testing/sample/triggers/*.sample.ts'],
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

const expected = 'expected each trigger of a test to fire: write `optional: true` in one that need not'

it.each([
  ['fails: too few requests', `the trigger late never fired: GET /users/me, nth 2; 1 request matched\n${expected}`],
  [
    'fails: no request',
    `the trigger trigger-1 never fired: workflow.list_sessions, caller ben; no request matched\n${expected}`,
  ],
  [
    'fails: two triggers',
    `the trigger late never fired: GET /users/me, nth 2; no request matched
the trigger later never fired: GET /users/me, nth 2; no request matched\n${expected}`,
  ],
  [
    'fails: the scenario did not fire, in spite of the test before',
    `the trigger first never fired: GET /users/me, nth 1; no request matched\n${expected}`,
  ],
  ['fails with its own error alone', expect.stringContaining('to be +0') as string],
  ['fails as a test that was to fail', 'Expect test to fail'],
])('a test %s', (name, message) => {
  expect(tests.get(name)).toEqual({ state: 'failed', messages: [message] })
})

it.each([
  'passes: all fired',
  'passes: optional',
  'passes: switched off',
  'passes: removed',
  'passes: fired, then restored',
  'passes: fired in a fork',
  'passes: the scenario fired',
  'passes: came with a state',
  'passes as a test that is to fail',
])('a test %s', (name) => {
  expect(tests.get(name)).toEqual({ state: 'passed', messages: [] })
})

it('a test that is skipped on its way stays skipped', () => {
  expect(tests.get('is skipped on its way')!.state).toBe('skipped')
})
