import { expect, it } from 'vitest'
import { shownAnswer } from './shown.ts'

it.each([
  [999, 'answered'],
  [1_000, 'no_answer'],
])('an answer that comes after %i of 1000 ms: %s', (delay, outcome) => {
  const response = { status: 200, headers: [], body: '{}', faults: [{ delay }] }
  expect(shownAnswer(response, 'GET', 1_000).outcome).toBe(outcome)
})
