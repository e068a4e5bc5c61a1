import { beforeAll, expect, it } from 'vitest'
import { runSamples, type SampleResult } from './sample/run-samples.ts'

let tests: ReadonlyMap<string, SampleResult>
beforeAll(async () => {
  tests = await runSamples('triggers')
})

const expected = 'expected each trigger of a test to fire: write `optional: true` in one that need not'

it.each([
  [
    'fails: too few requests',
    `the trigger late never fired: GET /users/me, nth 2; 1 request matched, and it acts on number 2\n${expected}`,
  ],
  [
    'fails: no request',
    `the trigger trigger-1 never fired: workflow.list_sessions, caller ben; no request came\n${expected}`,
  ],
  [
    'fails: two triggers',
    `the trigger late never fired: GET /users/me, nth 2; no request came
the trigger later never fired: GET /users/me, nth 2; no request came\n${expected}`,
  ],
  [
    'fails: the scenario did not fire, in spite of the test before',
    `the trigger first never fired: GET /users/me, nth 1; no request came\n${expected}`,
  ],
  [
    'fails: another parameter',
    `the trigger trigger-1 never fired: POST /orgs, params {"alias":"lab"}; the nearest request is #2, POST /v1/orgs: params.alias: expected "lab", got "mine"\n${expected}`,
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
