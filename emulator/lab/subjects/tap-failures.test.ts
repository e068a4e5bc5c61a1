import { expect, it } from 'vitest'
import { readTapFailures } from './tap-failures.ts'

const text = `TAP version 13
# Subtest: passes
ok 1 - passes
# Subtest: lists all
not ok 2 - lists all
  ---
  duration_ms: 12.3
  failureType: 'testCodeFailure'
  error: 'a page is taken for all'
  code: 'ERR_ASSERTION'
  stack: |-
    at file:1
  ...
not ok 3 - counts
  ---
  duration_ms: 1.3
  error: |-
    Expected values to be strictly equal:

    10 !== 11

  code: 'ERR_ASSERTION'
  ...
1..3
`

it('reads names and errors of tests that failed, and nothing that takes time', () => {
  expect(readTapFailures(text)).toEqual([
    'lists all',
    "'a page is taken for all'",
    'counts',
    'Expected values to be strictly equal:',
    '10 !== 11',
  ])
  expect(readTapFailures('ok 1 - passes\n')).toEqual([])
})
